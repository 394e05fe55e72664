/// Prayer times of a place: pages for people, feeds for their calendars.
package enum Prayer {}
