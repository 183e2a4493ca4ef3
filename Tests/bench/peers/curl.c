/* The peer of our searches: libcurl alone, driven as CurlTransport drives it. For each line with a query it does a GET
 * with the same options as Transfer, and prints a line with the size of the answer. Built with the sources of CCurl and
 * CPlatform.
 *
 *     ./curl http://127.0.0.1:8080/w/api.php
 */
#include <CCurl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int watched = -1, watched_for;
static long deadline = -1; /* milliseconds */
static size_t body;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int watch(ccurl_easy *easy, int socket, int what, void *context, void *socket_context) {
    (void)easy, (void)context, (void)socket_context;
    watched = what == CCURL_POLL_REMOVE ? -1 : socket;
    watched_for = ((what & CCURL_POLL_IN) ? POLLIN : 0) | ((what & CCURL_POLL_OUT) ? POLLOUT : 0);
    return 0;
}

static int wake(ccurl_multi *multi, long milliseconds, void *context) {
    (void)multi, (void)context;
    deadline = milliseconds < 0 ? -1 : now() + milliseconds;
    return 0;
}

static uintptr_t take(char *bytes, uintptr_t size, uintptr_t count, void *context) {
    (void)bytes;
    if (context != NULL) *(size_t *)context += size * count;
    return size * count;
}

static void prepare(ccurl_easy *easy, const char *url, char *error) {
    const long web = CCURL_PROTOCOL_HTTP | CCURL_PROTOCOL_HTTPS;
    ccurl_easy_set_pointer(easy, CCURLOPT_URL, url);
    ccurl_easy_set_pointer(easy, CCURLOPT_USERAGENT, "seekline/1.0.0");
    ccurl_easy_set_number(easy, CCURLOPT_NOSIGNAL, 1);
    ccurl_easy_set_number(easy, CCURLOPT_QUICK_EXIT, 1);
    ccurl_easy_set_number(easy, CCURLOPT_PROTOCOLS, web);
    ccurl_easy_set_number(easy, CCURLOPT_REDIR_PROTOCOLS, web);
    ccurl_easy_set_number(easy, CCURLOPT_FOLLOWLOCATION, 1);
    ccurl_easy_set_number(easy, CCURLOPT_MAXREDIRS, 5);
    ccurl_easy_set_number(easy, CCURLOPT_CONNECTTIMEOUT_MS, 5000);
    ccurl_easy_set_number(easy, CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS);
    ccurl_easy_set_pointer(easy, CCURLOPT_ACCEPT_ENCODING, "");
    ccurl_easy_set_pointer(easy, CCURLOPT_ERRORBUFFER, error);
    ccurl_easy_set_pointer(easy, CCURLOPT_WRITEDATA, &body);
    ccurl_easy_set_pointer(easy, CCURLOPT_HEADERDATA, NULL);
    ccurl_easy_set_callback(easy, CCURLOPT_WRITEFUNCTION, take);
    ccurl_easy_set_callback(easy, CCURLOPT_HEADERFUNCTION, take);
}

/* Waits for what libcurl waits for, and notifies it. */
static void turn(ccurl_multi *multi) {
    struct pollfd polled = {.fd = watched, .events = (short)watched_for};
    long left = deadline < 0 ? -1 : deadline - now();
    if (left != 0 || watched >= 0) poll(&polled, 1, deadline < 0 ? -1 : left < 0 ? 0 : (int)left);
    if (polled.revents != 0) {
        int events = ((polled.revents & (POLLIN | POLLHUP)) ? CCURL_CSELECT_IN : 0) |
                     ((polled.revents & POLLOUT) ? CCURL_CSELECT_OUT : 0) |
                     ((polled.revents & (POLLERR | POLLNVAL)) ? CCURL_CSELECT_ERR : 0);
        ccurl_multi_act(multi, polled.fd, events);
    } else if (deadline >= 0 && now() >= deadline) {
        deadline = -1;
        ccurl_multi_act(multi, CCURL_SOCKET_TIMEOUT, 0);
    }
}

int main(int count, char **arguments) {
    if (count != 2 || !ccurl_load()) return 2;
    ccurl_multi *multi = ccurl_multi_init(watch, wake, NULL);
    ccurl_easy *easy = ccurl_easy_init();
    char line[256], url[1024], error[CCURL_ERROR_SIZE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        snprintf(url, sizeof url, "%s?action=query&list=search&format=json&srsearch=%s&srlimit=20&sroffset=0&continue=-%%7C%%7C",
                 arguments[1], line);
        prepare(easy, url, error);
        body = 0;
        ccurl_multi_add(multi, easy);
        int code = -1;
        void *context;
        ccurl_easy *ended;
        while ((ended = ccurl_multi_ended(multi, &code, &context)) == NULL) turn(multi);
        ccurl_multi_remove(multi, ended);
        if (code != CCURLE_OK || ccurl_easy_status(easy) != 200) return 1;
        printf("%zu\n", body);
        fflush(stdout);
    }
    return 0;
}
