/* libical in script/bench icalendar: does what jadwal-calendar-bench does (Sources/CalendarBench), and
 * prints the same: the seconds of the fastest of three rounds, how many were found, and a sum.
 *
 * icalendar text FILE | weekly FILE FROM TO | month FILE FROM TO
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long count, sum;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void fail(const char *reason) {
    fprintf(stderr, "%s\n", reason);
    exit(1);
}

static void tally(icalcomponent *component) {
    count++;
    sum += icalcomponent_count_properties(component, ICAL_ANY_PROPERTY);
    icalcompiter inner = icalcomponent_begin_component(component, ICAL_ANY_COMPONENT);
    for (; icalcompiter_deref(&inner); icalcompiter_next(&inner)) tally(icalcompiter_deref(&inner));
}

static void text(const char *octets, size_t size) {
    icalcomponent *component = icalparser_parse_string(octets);
    char *written = component ? icalcomponent_as_ical_string_r(component) : NULL;
    if (!written || strlen(written) < size / 2) fail("The text was not read.");
    /* Several calendars come in a component that is in none of them. */
    if (icalcomponent_isa(component) == ICAL_XROOT_COMPONENT) count--;
    tally(component);
    free(written);
    icalcomponent_free(component);
}

/* Objects in a file: both bounds and the length in a line, then the octets. */
struct object {
    long long first, last;
    char *octets;
    icalcomponent *calendar;
};
static struct object objects[20000];
static int object_count;

static void read_objects(char *file, size_t size, int parse) {
    char *at = file;
    while (at < file + size) {
        struct object *object = &objects[object_count++];
        long long length;
        int head = 0;
        if (object_count == 20000 || sscanf(at, "%lld %lld %lld%n", &object->first, &object->last, &length, &head) != 3)
            fail("The data are not what make makes.");
        object->octets = strndup(at + head + 1, length);
        if (parse) object->calendar = icalparser_parse_string(object->octets);
        at += head + 1 + length;
    }
}

/* Built-in zones of libical are the machine's files, kept once they are read. */
static icaltimezone *zone_of(icalproperty *property) {
    icalparameter *parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
    return parameter ? icaltimezone_get_builtin_timezone(icalparameter_get_tzid(parameter)) : icaltimezone_get_utc_timezone();
}

static time_t moment(icalcomponent *event, icalproperty_kind kind) {
    icalproperty *property = icalcomponent_get_first_property(event, kind);
    if (!property) fail("An event has no start, or no end.");
    struct icaltimetype time = icalvalue_get_datetimedate(icalproperty_get_value(property));
    return icaltime_as_timet_with_zone(time, zone_of(property));
}

static void found(time_t start, time_t end, time_t from, time_t to) {
    if (start >= to || end <= from) return;
    count++;
    sum += (long long)start + 3 * (long long)end;
}

/* Moments that the series does not have: EXDATE, and RECURRENCE-ID of its overrides. */
static int missing(icalcomponent *calendar, time_t missing[64]) {
    int number = 0;
    icalcompiter events = icalcomponent_begin_component(calendar, ICAL_VEVENT_COMPONENT);
    for (icalcomponent *event; (event = icalcompiter_deref(&events)); icalcompiter_next(&events)) {
        icalproperty *property = icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY);
        if (property && number < 64) missing[number++] = moment(event, ICAL_RECURRENCEID_PROPERTY);
        property = icalcomponent_get_first_property(event, ICAL_EXDATE_PROPERTY);
        for (; property && number < 64; property = icalcomponent_get_next_property(event, ICAL_EXDATE_PROPERTY))
            missing[number++] = icaltime_as_timet_with_zone(icalproperty_get_exdate(property), zone_of(property));
    }
    return number;
}

static void expand(icalcomponent *calendar, time_t from, time_t to) {
    time_t left_out[64];
    int left_out_count = missing(calendar, left_out);
    icalcompiter events = icalcomponent_begin_component(calendar, ICAL_VEVENT_COMPONENT);
    for (icalcomponent *event; (event = icalcompiter_deref(&events)); icalcompiter_next(&events)) {
        time_t first = moment(event, ICAL_DTSTART_PROPERTY), length = moment(event, ICAL_DTEND_PROPERTY) - first;
        icalproperty *rule = icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY);
        if (!rule) {
            found(first, first + length, from, to);
            continue;
        }
        icalproperty *start_property = icalcomponent_get_first_property(event, ICAL_DTSTART_PROPERTY);
        icaltimezone *zone = zone_of(start_property);
        struct icaltimetype start = icalvalue_get_datetimedate(icalproperty_get_value(start_property));
        struct icalrecurrencetype recurrence = icalproperty_get_rrule(rule);
        icalrecur_iterator *iterator = icalrecur_iterator_new(recurrence, start);
        /* As Jadwal does: a rule without COUNT is entered near the window. */
        if (first < from && recurrence.count == 0)
            icalrecur_iterator_set_start(iterator, icaltime_from_timet_with_zone(from - length - 86400, start.is_date, zone));
        for (;;) {
            struct icaltimetype time = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(time)) break;
            time_t begins = icaltime_as_timet_with_zone(time, zone);
            if (begins >= to) break;
            int is_left_out = 0;
            for (int i = 0; i < left_out_count; i++) is_left_out |= left_out[i] == begins;
            if (!is_left_out) found(begins, begins + length, from, to);
        }
        icalrecur_iterator_free(iterator);
    }
}

static void month(time_t from, time_t to) {
    for (int i = 0; i < object_count; i++) {
        if (objects[i].first >= to || objects[i].last <= from) continue;
        icalcomponent *calendar = icalparser_parse_string(objects[i].octets);
        expand(calendar, from, to);
        icalcomponent_free(calendar);
    }
}

int main(int argc, char **arguments) {
    FILE *file = argc == 3 || argc == 5 ? fopen(arguments[2], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long size = ftell(file);
    rewind(file);
    char *octets = size > 0 ? malloc(size + 1) : NULL;
    if (!octets || fread(octets, 1, size, file) != (size_t)size) return 1;
    octets[size] = 0;
    char task = arguments[1][0];
    time_t from = argc == 5 ? atoll(arguments[3]) : 0, to = argc == 5 ? atoll(arguments[4]) : 0;
    icaltimezone_set_tzid_prefix("");
    if (task != 't') read_objects(octets, size, task == 'w');
    double best = 1e9;
    for (int round = 0; round < 3; round++) {
        count = sum = 0;
        double start = seconds();
        if (task == 't') text(octets, size);
        if (task == 'w') for (int i = 0; i < object_count; i++) expand(objects[i].calendar, from, to);
        if (task == 'm') month(from, to);
        double took = seconds() - start;
        if (took < best) best = took;
    }
    printf("%.6f %lld %lld\n", best, count, sum);
    return 0;
}
