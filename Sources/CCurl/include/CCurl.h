// The part of libcurl's stable ABI that seekline uses, with prototypes of our own: no -dev package is needed to build,
// and the library is loaded when it is first needed. Numbers and meanings are from curl's public documentation.
#ifndef CCURL_H
#define CCURL_H

#include <stdint.h>

/// Loads and initializes libcurl. Returns 1, or 0 if there is none that works on this machine. To be called on one
/// thread.
int ccurl_load(void);

/// Returns why it cannot be loaded, for people; NULL if it can be, or is not what it should be.
const char *ccurl_load_error(void);

/// Returns the version string of the loaded library, with what it was built with.
const char *ccurl_version(void);

typedef struct ccurl_easy ccurl_easy;
typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_list ccurl_list;

typedef uintptr_t (*ccurl_data_callback)(char *bytes, uintptr_t size, uintptr_t count, void *context);
typedef int (*ccurl_socket_callback)(ccurl_easy *easy, int socket, int what, void *context, void *socket_context);

/// An address that a socket is to be opened for: `struct curl_sockaddr`.
typedef struct {
    int family, type, protocol;
    unsigned int length;
    /// A `struct sockaddr`, which may be longer than this.
    char address[16];
} ccurl_address;

typedef int (*ccurl_look_up_callback)(void *state, void *reserved, void *context);
typedef int (*ccurl_open_callback)(void *context, int purpose, ccurl_address *address);
typedef int (*ccurl_send_callback)(void *context, char *server, char *own, int server_port, int own_port);
typedef int (*ccurl_timer_callback)(ccurl_multi *multi, long milliseconds, void *context);

// Options of a transfer (CURLOPT_…).
enum {
    CCURLOPT_WRITEDATA = 10001,
    CCURLOPT_URL = 10002,
    CCURLOPT_ERRORBUFFER = 10010,
    CCURLOPT_USERAGENT = 10018,
    CCURLOPT_HTTPHEADER = 10023,
    CCURLOPT_HEADERDATA = 10029,
    CCURLOPT_CAINFO = 10065,
    CCURLOPT_CAPATH = 10097,
    CCURLOPT_ACCEPT_ENCODING = 10102,
    CCURLOPT_PRIVATE = 10103,
    CCURLOPT_OPENSOCKETDATA = 10164,
    CCURLOPT_RESOLVER_START_DATA = 10273,
    CCURLOPT_PREREQDATA = 10313,
    CCURLOPT_WRITEFUNCTION = 20011,
    CCURLOPT_HEADERFUNCTION = 20079,
    CCURLOPT_OPENSOCKETFUNCTION = 20163,
    CCURLOPT_RESOLVER_START_FUNCTION = 20272,
    CCURLOPT_PREREQFUNCTION = 20312,
    CCURLOPT_COPYPOSTFIELDS = 10165,
    CCURLOPT_FOLLOWLOCATION = 52,
    CCURLOPT_POSTFIELDSIZE = 60,
    CCURLOPT_MAXREDIRS = 68,
    CCURLOPT_FRESH_CONNECT = 74,
    CCURLOPT_HTTP_VERSION = 84,
    CCURLOPT_NOSIGNAL = 99,
    CCURLOPT_CONNECTTIMEOUT_MS = 156,
    CCURLOPT_POSTREDIR = 161,
    CCURLOPT_PROTOCOLS = 181,
    CCURLOPT_REDIR_PROTOCOLS = 182,
    CCURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CCURLOPT_QUICK_EXIT = 322,
};

enum {
    CCURL_PROTOCOL_HTTP = 1,
    CCURL_PROTOCOL_HTTPS = 2,
    CCURL_HTTP_VERSION_2TLS = 4,
    CCURL_REDIR_POST_301 = 1,
    CCURL_REDIR_POST_302 = 2,
    CCURL_ERROR_SIZE = 256,
};

// The result of a transfer (CURLE_…).
enum {
    CCURLE_OK = 0,
    CCURLE_UNSUPPORTED_PROTOCOL = 1,
    CCURLE_URL_MALFORMAT = 3,
    CCURLE_COULDNT_RESOLVE_PROXY = 5,
    CCURLE_COULDNT_RESOLVE_HOST = 6,
    CCURLE_COULDNT_CONNECT = 7,
    CCURLE_WEIRD_SERVER_REPLY = 8,
    CCURLE_HTTP2 = 16,
    CCURLE_PARTIAL_FILE = 18,
    CCURLE_OUT_OF_MEMORY = 27,
    CCURLE_OPERATION_TIMEDOUT = 28,
    CCURLE_SSL_CONNECT_ERROR = 35,
    CCURLE_TOO_MANY_REDIRECTS = 47,
    CCURLE_GOT_NOTHING = 52,
    CCURLE_SSL_CERTPROBLEM = 58,
    CCURLE_SEND_ERROR = 55,
    CCURLE_RECV_ERROR = 56,
    CCURLE_PEER_FAILED_VERIFICATION = 60,
    CCURLE_BAD_CONTENT_ENCODING = 61,
    CCURLE_SSL_CACERT_BADFILE = 77,
    CCURLE_HTTP2_STREAM = 92,
    CCURLE_TOO_LARGE = 100,
};

// What a socket is watched for (CURL_POLL_…), and what it is ready for (CURL_CSELECT_…).
enum {
    CCURL_POLL_IN = 1,
    CCURL_POLL_OUT = 2,
    CCURL_POLL_INOUT = 3,
    CCURL_POLL_REMOVE = 4,
    CCURL_CSELECT_IN = 1,
    CCURL_CSELECT_OUT = 2,
    CCURL_CSELECT_ERR = 4,
};

#define CCURL_SOCKET_TIMEOUT (-1)

ccurl_easy *ccurl_easy_init(void);
void ccurl_easy_cleanup(ccurl_easy *easy);
/// Resets all options; connections are kept.
void ccurl_easy_reset(ccurl_easy *easy);
int ccurl_easy_set_number(ccurl_easy *easy, int option, long value);
int ccurl_easy_set_pointer(ccurl_easy *easy, int option, const void *value);
int ccurl_easy_set_callback(ccurl_easy *easy, int option, ccurl_data_callback value);
/// Has `looks_up` called before the name of a server is looked up: it ends the transfer by returning 1.
/// Has `opens` called for each address to connect to: it returns a socket, or -1 to skip the address.
/// Has `sends` called before a request is sent, with the address it goes to: it ends the transfer by returning 1.
/// Returns 0, or the error of a libcurl that does not support `sends` (before 7.80).
int ccurl_easy_watch_progress(ccurl_easy *easy, ccurl_look_up_callback looks_up, ccurl_open_callback opens,
                              ccurl_send_callback sends, void *context);

/// Opens a socket for `address`. Returns a descriptor, or `-errno`.
int ccurl_open_socket(const ccurl_address *address);
/// Gets the bytes of an address. Returns how many: 4, 16, or 0 if it is of another family.
uintptr_t ccurl_address_bytes(const ccurl_address *address, uint8_t bytes[16]);
/// Does the same for an address as text. Returns 0 if it is none.
uintptr_t ccurl_parse_address(const char *text, uint8_t bytes[16]);
/// Returns the text of a system error, for people.
const char *ccurl_system_error_text(int error);
/// Returns the last system error that connecting has met; 0 if it has met none.
int ccurl_easy_system_error(ccurl_easy *easy);
int ccurl_easy_status(ccurl_easy *easy);
/// Returns the status of the last answer of a proxy that was to connect to the server; 0 if there was none.
int ccurl_easy_proxy_status(ccurl_easy *easy);
/// Returns how many connections were opened for the transfer; 0 if it used one that was kept.
int ccurl_easy_connections(ccurl_easy *easy);
/// Returns how many redirects were followed.
int ccurl_easy_redirects(ccurl_easy *easy);
/// Returns the URL that was asked last, after all redirects, valid until the next request; NULL if there is none.
const char *ccurl_easy_url(ccurl_easy *easy);
const char *ccurl_easy_error(int code);

ccurl_list *ccurl_list_append(ccurl_list *list, const char *line);
void ccurl_list_free(ccurl_list *list);

/// Returns a multi handle that reports sockets and timeouts to these callbacks.
ccurl_multi *ccurl_multi_init(ccurl_socket_callback sockets, ccurl_timer_callback timer, void *context);
/// Removes the callbacks.
void ccurl_multi_silence(ccurl_multi *multi);
/// Frees it and closes its connections. It must not contain any easy handles.
void ccurl_multi_cleanup(ccurl_multi *multi);
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_act(ccurl_multi *multi, int socket, int events);

/// Returns the next transfer that has ended, with its code and its CCURLOPT_PRIVATE; NULL if there is none.
ccurl_easy *ccurl_multi_ended(ccurl_multi *multi, int *code, void **context);

#endif
