/* The client of script/bench caldav: asks every server the same way, over kept HTTP/1.1 connections, and
 * counts an answer only if its status and its body are the expected ones.
 *
 * caldav PORT LOGIN CONNECTIONS SECONDS LEAST FILE [once]
 *
 * FILE holds requests one after the other: a line with method, path, Depth (or -), status, a number and a
 * marker (or -) that the body has that number of times, and the length of the request's body, which follows the line.
 * They are asked in turn for SECONDS, at least LEAST of them, from the start again unless `once`.
 * Prints `result requests/s p50 p99 0`, both in ms, as report.lua does. A wrong answer ends it.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

struct request {
    char *octets, marker[40], path[256];
    size_t length;
    int status, times;
};
static struct request *requests;
static long request_count, least;
static int port, is_once;
static double seconds_each, began;
static char login[256];
static atomic_long asked;

struct client {
    int connection;
    char *buffer;
    size_t filled, room;
    double *took;
    long answers, answers_room;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void give_up(const char *reason) {
    fprintf(stderr, "%s\n", reason);
    exit(1);
}

static void *grown(void *memory, size_t size) {
    if (!(memory = realloc(memory, size))) give_up("There is no memory.");
    return memory;
}

static void encode_login(const char *plain) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = strlen(plain), at = 0;
    if (length > 180) give_up("The login is too long.");
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned char)plain[i] << 16;
        if (i + 1 < length) group |= (unsigned char)plain[i + 1] << 8;
        if (i + 2 < length) group |= (unsigned char)plain[i + 2];
        login[at++] = letters[group >> 18];
        login[at++] = letters[group >> 12 & 63];
        login[at++] = i + 1 < length ? letters[group >> 6 & 63] : '=';
        login[at++] = i + 2 < length ? letters[group & 63] : '=';
    }
}

static void read_requests(const char *name) {
    FILE *file = fopen(name, "rb");
    char method[16], depth[16], line[400], head[1200];
    size_t length;
    if (!file) give_up("The requests cannot be read.");
    while (fgets(line, sizeof line, file)) {
        requests = grown(requests, (request_count + 1) * sizeof *requests);
        struct request *request = &requests[request_count++];
        if (sscanf(line, "%15s %255s %15s %d %d %39s %zu", method, request->path, depth, &request->status,
                   &request->times, request->marker, &length) != 7)
            give_up("The requests are not what caldav.py writes.");
        int is_put = method[0] == 'P' && method[1] == 'U';
        int size = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n%s",
                            method, request->path, login, is_put ? "If-None-Match: *\r\n" : "");
        if (depth[0] != '-') size += snprintf(head + size, sizeof head - size, "Depth: %s\r\n", depth);
        if (length > 0)
            size += snprintf(head + size, sizeof head - size, "Content-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n",
                             is_put ? "text/calendar" : "application/xml", length);
        size += snprintf(head + size, sizeof head - size, "\r\n");
        request->octets = grown(NULL, size + length);
        request->length = size + length;
        memcpy(request->octets, head, size);
        if (fread(request->octets + size, 1, length, file) != length) give_up("A request ends early.");
    }
    fclose(file);
    if (request_count == 0) give_up("There are no requests.");
}

static void open_connection(struct client *client) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    client->connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(client->connection, (struct sockaddr *)&address, sizeof address)) give_up("The server is gone.");
    setsockopt(client->connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* Reads more, and keeps a 0 behind it. False at the end of the connection. */
static int more(struct client *client) {
    if (client->room - client->filled < 65536)
        client->buffer = grown(client->buffer, client->room = client->room * 2 + 262144);
    ssize_t got = read(client->connection, client->buffer + client->filled, client->room - client->filled - 1);
    if (got > 0) client->filled += got;
    client->buffer[client->filled] = 0;
    return got > 0;
}

static void need_more(struct client *client) {
    if (!more(client)) give_up("The server ended an answer early.");
}

/* The value of a header, lower or upper case; NULL if there is none. */
static const char *header(const char *head, const char *name) {
    const char *found = strcasestr(head, name);
    return found ? found + strlen(name) : NULL;
}

/* Joins the chunks that begin at body; returns the end of the joined body. */
static size_t join_chunks(struct client *client, size_t body) {
    size_t at = body, end = body;
    for (;;) {
        char *line;
        while (!(line = strstr(client->buffer + at, "\r\n"))) need_more(client);
        size_t size = strtoul(client->buffer + at, NULL, 16);
        at = line + 2 - client->buffer;
        while (client->filled < at + size + 2) need_more(client);
        memmove(client->buffer + end, client->buffer + at, size);
        at += size + 2;
        end += size;
        if (size == 0) return end;
    }
}

static void wrong(const struct request *request, int status, long times, const char *body) {
    fprintf(stderr, "%s: status %d, %ld times %s, not %d and %d:\n%.600s\n", request->path, status, times,
            request->marker, request->status, request->times, body);
    exit(1);
}

/* Asks once; returns the seconds until the whole answer was there. */
static double ask(struct client *client, const struct request *request) {
    double start = now();
    if (client->connection < 0) open_connection(client);
    for (size_t sent = 0; sent < request->length;) {
        ssize_t put = write(client->connection, request->octets + sent, request->length - sent);
        if (put <= 0) give_up("The server takes no request.");
        sent += put;
    }
    client->filled = 0;
    char *end;
    do need_more(client);
    while (!(end = strstr(client->buffer, "\r\n\r\n")));
    size_t body = end + 4 - client->buffer, finish;
    end[2] = 0;
    int minor = 0, status = 0;
    if (sscanf(client->buffer, "HTTP/1.%d %d", &minor, &status) != 2) give_up("This is not HTTP.");
    const char *length = header(client->buffer, "\r\nContent-Length:");
    const char *coding = header(client->buffer, "\r\nTransfer-Encoding: chunked");
    const char *ending = header(client->buffer, "\r\nConnection:");
    int closes = ending ? strncasecmp(ending, " close", 6) == 0 : minor == 0;
    if (coding) {
        finish = join_chunks(client, body);
    } else if (length || status == 204) {
        finish = body + (length ? strtoul(length, NULL, 10) : 0);
        while (client->filled < finish) need_more(client);
    } else {
        while (more(client)) continue;
        finish = client->filled;
        closes = 1;
    }
    if (closes) {
        close(client->connection);
        client->connection = -1;
    }
    double took = now() - start;
    client->buffer[finish] = 0;
    long times = 0;
    size_t marker = strlen(request->marker);
    for (char *at = client->buffer + body; (at = strstr(at, request->marker)); at += marker) times++;
    if (status != request->status || (request->marker[0] != '-' && times != request->times))
        wrong(request, status, times, client->buffer + body);
    return took;
}

static void *run(void *argument) {
    struct client *client = argument;
    for (;;) {
        long number = atomic_fetch_add(&asked, 1);
        if (number >= least && now() - began >= seconds_each) break;
        if (is_once && number >= request_count) break;
        if (client->answers == client->answers_room)
            client->took = grown(client->took, (client->answers_room = client->answers_room * 2 + 1024) * sizeof(double));
        client->took[client->answers++] = ask(client, &requests[number % request_count]);
    }
    return NULL;
}

static int by_size(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **words) {
    if (count < 7 || count > 8) {
        fprintf(stderr, "usage: caldav PORT LOGIN CONNECTIONS SECONDS LEAST FILE [once]\n");
        return 2;
    }
    port = atoi(words[1]);
    encode_login(words[2]);
    int connections = atoi(words[3]);
    seconds_each = atof(words[4]);
    least = atol(words[5]);
    is_once = count == 8;
    read_requests(words[6]);
    struct client *clients = calloc(connections, sizeof *clients);
    pthread_t *threads = calloc(connections, sizeof *threads);
    if (!clients || !threads) give_up("There is no memory.");
    began = now();
    for (int i = 0; i < connections; i++) {
        clients[i].connection = -1;
        if (pthread_create(&threads[i], NULL, run, &clients[i])) give_up("There is no thread.");
    }
    double *took = NULL;
    long answers = 0;
    for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL);
    double lasted = now() - began;
    for (int i = 0; i < connections; i++) {
        if (clients[i].answers == 0) continue;
        took = grown(took, (answers + clients[i].answers) * sizeof(double));
        memcpy(took + answers, clients[i].took, clients[i].answers * sizeof(double));
        answers += clients[i].answers;
    }
    if (answers == 0) give_up("Nothing was asked.");
    qsort(took, answers, sizeof(double), by_size);
    printf("result %.2f %.4f %.4f 0\n", answers / lasted, took[answers / 2] * 1e3, took[answers * 99 / 100] * 1e3);
    return 0;
}
