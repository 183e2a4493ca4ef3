/* A web server on loopback that costs next to nothing: it answers every request as a MediaWiki with endless results,
 * with as many hits as `srlimit` says, from `sroffset` on. It uses a thread per connection, prints its port, and ends
 * with its standard input.
 *
 *     cc -O2 -pthread server.c -o server && ./server
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_HITS 500
#define HIT_SIZE 512

/* Returns the number after `name` in a request. */
static long number(const char *request, const char *name, long absent) {
    const char *found = strstr(request, name);
    return found == NULL ? absent : atol(found + strlen(name));
}

/* Writes a page of hits, some 300 bytes each, partly in Japanese, as MediaWiki escapes it; returns its length. */
static size_t write_page(char *page, long offset, long limit) {
    char *end = page;
    end += sprintf(end, "{\"batchcomplete\": \"\", \"continue\": {\"sroffset\": %ld, \"continue\": \"-||\"}, ", offset + limit);
    end += sprintf(end, "\"query\": {\"searchinfo\": {\"totalhits\": 1000000}, \"search\": [");
    for (long hit = offset + 1; hit <= offset + limit; hit++) {
        end += sprintf(
            end,
            "%s{\"ns\": 0, \"title\": \"Title %ld \\u7af6\\u8d70\", \"pageid\": %ld, \"size\": 787, \"wordcount\": 21, "
            "\"snippet\": \"%ld a piece of text with <span class='searchmatch'>matches</span> and "
            "\\u30b2\\u30fc\\u30e0 in it, some 200 bytes long\\n\", \"timestamp\": \"2023-05-06T05:50:00Z\"}",
            hit == offset + 1 ? "" : ", ", hit, hit, hit);
    }
    return end + sprintf(end, "]}}") - page;
}

static void *serve(void *context) {
    int connection = (int)(long)context, on = 1;
    char request[16384], *answer = malloc(MOST_HITS * HIT_SIZE + 1024), *page = malloc(MOST_HITS * HIT_SIZE + 512);
    size_t length = 0;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (;;) {
        ssize_t count = read(connection, request + length, sizeof request - 1 - length);
        if (count <= 0) break;
        length += count;
        request[length] = 0;
        if (strstr(request, "\r\n\r\n") == NULL) continue;
        length = 0;
        long limit = number(request, "srlimit=", 20);
        size_t size = write_page(page, number(request, "sroffset=", 0), limit < MOST_HITS ? limit : MOST_HITS);
        int head = sprintf(answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", size);
        memcpy(answer + head, page, size);
        for (size_t sent = 0; sent < head + size;) {
            ssize_t written = write(connection, answer + sent, head + size - sent);
            if (written <= 0) break;
            sent += written;
        }
    }
    close(connection);
    free(answer);
    free(page);
    return NULL;
}

static void *listen_on(void *context) {
    int listener = (int)(long)context, connection;
    while ((connection = accept(listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(long)connection) == 0) pthread_detach(thread);
    }
    return NULL;
}

int main(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16)) return 1;
    getsockname(listener, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    pthread_t thread;
    pthread_create(&thread, NULL, listen_on, (void *)(long)listener);
    while (getchar() != EOF) continue;
    return 0;
}
