#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo take any argument at all, which Swift does not import.
   So each kind of argument has a function here. Such wrappers, without decisions, are all the C
   that belongs in a shim. */

static inline CURLcode jadwal_curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode jadwal_curl_set_offset(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

/* libcurl copies the text, except of CURLOPT_POSTFIELDS, which must outlive the transfer. */
static inline CURLcode jadwal_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode jadwal_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode jadwal_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode jadwal_curl_set_callback(CURL *curl, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode jadwal_curl_set_open_socket(CURL *curl, curl_opensocket_callback value) {
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode jadwal_curl_set_before_request(CURL *curl, curl_prereq_callback value) {
    return curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode jadwal_curl_get_long(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}

static inline CURLcode jadwal_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}
