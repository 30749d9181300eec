/**
 * The ways by which reports read what was sold on the days of a FigureSource.
 *
 * Figures are kept in several tables, each fast for something. To answer, every range of days is cut
 * into pieces, each of which is read from the table that fits:
 *
 * - A **closed** day is over and has been summed by the closing job (server/reports/closing). It is read
 *   from running sums, months or rows with a column for each hour, so a year costs as much as a week.
 *   A closed day that changed afterwards is stale and counts as live until it is closed again.
 * - A **live** day is not closed: today, yesterday until the job gets to it, stale days. It is read from
 *   the hourly and daily sums that each order updates when it is written. With a filter of hours every
 *   day is read like this, except for the sums of whole stores.
 * - A **cut** hour counts only up to a minute: while today runs, the days it is compared with stop at the
 *   same local minute. The orders of that one hour are read one by one; the hours before it are whole.
 * - **Up to an hour**: a closed day also keeps what it had sold by the end of each hour, so the part of a
 *   compared day before the cut is one row (the daily report uses these, and whole stores with chosen hours).
 *
 * The pieces add up: a figure is the same whichever tables it came from (the property tests compare it
 * with the orders themselves). A row's `shift` tells whether it belongs to the period or to a compared one.
 */
/** All measures: a row for each store, channel and type. */
export { readTotals } from './period/period-totals.ts'
/** All measures: a row for each store, or with all hours as readTotals. */
export { readStoreTotals } from './period/period-store-hours.ts'
/** All measures: a row for each day. */
export { readDayMeasures } from './period/period-days.ts'
/** Ratings: a row for each store, or for each store and day. */
export { readRatingRows } from './period/period-ratings.ts'
/** The measures of curves: a row for each day and value of the split. */
export { readDayLines } from './period/period-lines.ts'
/** Some measures of curves: a row for each hour and value of the split. */
export { readHourLines } from './period/period-hours.ts'
/** Orders and money of couriers, coupons, districts or payments. */
export { readParts } from './period/period-parts.ts'
export { readDayFigures, readDaySums, type DayFigures } from './day-figures.ts'
/** Items of a day that was read in parts. */
export { chosenItems, everyItem } from './chosen-items.rules.ts'
