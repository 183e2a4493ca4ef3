#include "CCurl.h"

#include "CPlatform.h"

#include <stddef.h>

typedef struct {
    int msg;
    ccurl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
} message;

// The functions that are used: the type of the result, the name after `curl_`, and the parameters.
#define FUNCTIONS(function) \
    function(int, global_init, (long flags)) \
    function(const char *, version, (void)) \
    function(ccurl_easy *, easy_init, (void)) \
    function(void, easy_cleanup, (ccurl_easy *)) \
    function(void, easy_reset, (ccurl_easy *)) \
    function(int, easy_setopt, (ccurl_easy *, int option, ...)) \
    function(int, easy_getinfo, (ccurl_easy *, int info, ...)) \
    function(const char *, easy_strerror, (int code)) \
    function(ccurl_list *, slist_append, (ccurl_list *, const char *)) \
    function(void, slist_free_all, (ccurl_list *)) \
    function(int, multi_setopt, (ccurl_multi *, int option, ...)) \
    function(int, multi_add_handle, (ccurl_multi *, ccurl_easy *)) \
    function(int, multi_remove_handle, (ccurl_multi *, ccurl_easy *)) \
    function(int, multi_socket_action, (ccurl_multi *, int socket, int events, int *running)) \
    function(message *, multi_info_read, (ccurl_multi *, int *left)) \
    function(int, multi_cleanup, (ccurl_multi *)) \
    function(ccurl_multi *, multi_init, (void))
#define POINTER(answer, name, given) answer(*name) given;
#define SYMBOL(answer, name, given) {"curl_" #name, &l->name},

typedef struct {
    FUNCTIONS(POINTER)
} library;

static library *curl(void) {
    static library loaded;
    return &loaded;
}

static const char *const names[] = {
#ifdef __APPLE__
    "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
};

const char *ccurl_load_error(void) { return cplatform_library_error(names[0]); }

int ccurl_load(void) {
    library *l = curl();
    if (l->multi_init) return 1;
    void *handle = cplatform_open_library(names, sizeof names / sizeof *names);
    if (!handle) return 0;
    const struct {
        const char *name;
        void *pointer;
    } symbols[] = {
        FUNCTIONS(SYMBOL)
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = cplatform_function(handle, symbols[i].name);
        if (!symbol) {
            l->multi_init = NULL;
            return 0;
        }
        *(void **)symbols[i].pointer = symbol;
    }
    cplatform_read_names_as_utf8();
    const long everything = 3;
    if (l->global_init(everything) != CCURLE_OK) {
        l->multi_init = NULL;
        return 0;
    }
    return 1;
}

const char *ccurl_version(void) { return curl()->version(); }

ccurl_easy *ccurl_easy_init(void) { return curl()->easy_init(); }
void ccurl_easy_cleanup(ccurl_easy *easy) { curl()->easy_cleanup(easy); }
void ccurl_easy_reset(ccurl_easy *easy) { curl()->easy_reset(easy); }

int ccurl_easy_set_number(ccurl_easy *easy, int option, long value) {
    return curl()->easy_setopt(easy, option, value);
}

int ccurl_easy_set_pointer(ccurl_easy *easy, int option, const void *value) {
    return curl()->easy_setopt(easy, option, value);
}

int ccurl_easy_set_callback(ccurl_easy *easy, int option, ccurl_data_callback value) {
    return curl()->easy_setopt(easy, option, value);
}

int ccurl_easy_watch_progress(ccurl_easy *easy, ccurl_look_up_callback looks_up, ccurl_open_callback opens,
                              ccurl_send_callback sends, void *context) {
    curl()->easy_setopt(easy, CCURLOPT_RESOLVER_START_DATA, context);
    curl()->easy_setopt(easy, CCURLOPT_RESOLVER_START_FUNCTION, looks_up);
    curl()->easy_setopt(easy, CCURLOPT_OPENSOCKETDATA, context);
    curl()->easy_setopt(easy, CCURLOPT_OPENSOCKETFUNCTION, opens);
    curl()->easy_setopt(easy, CCURLOPT_PREREQDATA, context);
    return curl()->easy_setopt(easy, CCURLOPT_PREREQFUNCTION, sends);
}

int ccurl_open_socket(const ccurl_address *address) {
    return cplatform_open_socket(address->family, address->type, address->protocol);
}

uintptr_t ccurl_address_bytes(const ccurl_address *address, uint8_t bytes[16]) {
    return cplatform_address_bytes(address->address, bytes);
}

uintptr_t ccurl_parse_address(const char *text, uint8_t bytes[16]) { return cplatform_parse_address(text, bytes); }

const char *ccurl_system_error_text(int error) { return cplatform_error_text(error); }

static int number(ccurl_easy *easy, int what) {
    const int kind = 0x200000;
    long number = 0;
    curl()->easy_getinfo(easy, kind + what, &number);
    return (int)number;
}

int ccurl_easy_system_error(ccurl_easy *easy) { return number(easy, 25); }
int ccurl_easy_status(ccurl_easy *easy) { return number(easy, 2); }
int ccurl_easy_proxy_status(ccurl_easy *easy) { return number(easy, 22); }
int ccurl_easy_connections(ccurl_easy *easy) { return number(easy, 26); }
int ccurl_easy_redirects(ccurl_easy *easy) { return number(easy, 20); }

const char *ccurl_easy_url(ccurl_easy *easy) {
    const int effective_url = 0x100000 + 1;
    const char *url = NULL;
    curl()->easy_getinfo(easy, effective_url, &url);
    return url;
}

const char *ccurl_easy_error(int code) { return curl()->easy_strerror(code); }

ccurl_list *ccurl_list_append(ccurl_list *list, const char *line) { return curl()->slist_append(list, line); }
void ccurl_list_free(ccurl_list *list) { curl()->slist_free_all(list); }

static void call_back(ccurl_multi *multi, ccurl_socket_callback sockets, ccurl_timer_callback timer, void *context) {
    const int socket_function = 20001, socket_data = 10002, timer_function = 20004, timer_data = 10005;
    curl()->multi_setopt(multi, socket_function, sockets);
    curl()->multi_setopt(multi, socket_data, context);
    curl()->multi_setopt(multi, timer_function, timer);
    curl()->multi_setopt(multi, timer_data, context);
}

ccurl_multi *ccurl_multi_init(ccurl_socket_callback sockets, ccurl_timer_callback timer, void *context) {
    ccurl_multi *multi = curl()->multi_init();
    if (multi) call_back(multi, sockets, timer, context);
    return multi;
}

void ccurl_multi_silence(ccurl_multi *multi) { call_back(multi, NULL, NULL, NULL); }
void ccurl_multi_cleanup(ccurl_multi *multi) { curl()->multi_cleanup(multi); }

int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) { return curl()->multi_add_handle(multi, easy); }
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) { return curl()->multi_remove_handle(multi, easy); }

int ccurl_multi_act(ccurl_multi *multi, int socket, int events) {
    int running;
    return curl()->multi_socket_action(multi, socket, events, &running);
}

ccurl_easy *ccurl_multi_ended(ccurl_multi *multi, int *code, void **context) {
    const int done = 1, private_pointer = 0x100000 + 21;
    int left;
    message *m;
    while ((m = curl()->multi_info_read(multi, &left))) {
        if (m->msg != done) continue;
        ccurl_easy *easy = m->easy;
        *code = m->data.result;
        *context = NULL;
        curl()->easy_getinfo(easy, private_pointer, context);
        return easy;
    }
    return NULL;
}
