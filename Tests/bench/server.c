/* A web server on loopback that costs next to nothing: it answers every request with one file, a thread a connection.
 * It prints its port, and ends with its standard input.
 *
 *     cc -O2 -pthread server.c -o server && ./server answer.json
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char *answer;
static size_t answer_length;

static void *serve(void *context) {
    int connection = (int)(long)context, on = 1;
    char request[16384];
    size_t length = 0;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (;;) {
        ssize_t count = read(connection, request + length, sizeof request - 1 - length);
        if (count <= 0) break;
        length += count;
        request[length] = 0;
        if (strstr(request, "\r\n\r\n") == NULL) continue;
        length = 0;
        for (size_t sent = 0; sent < answer_length;) {
            ssize_t written = write(connection, answer + sent, answer_length - sent);
            if (written <= 0) break;
            sent += written;
        }
    }
    close(connection);
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

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL) return 2;
    char *body = malloc(1 << 20);
    size_t size = fread(body, 1, 1 << 20, file);
    answer = malloc(size + 256);
    int head = sprintf(answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", size);
    memcpy(answer + head, body, size);
    answer_length = head + size;

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
