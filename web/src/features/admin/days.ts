const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in the viewer's time zone, or of the next day; undefined if the text is not a day. */
export function beginningOf(day: string | undefined, { isNext = false } = {}): string | undefined {
  const at = day && DAY.test(day) ? new Date(`${day}T00:00:00`) : null;
  if (!at || Number.isNaN(at.getTime())) return undefined;
  if (isNext) at.setDate(at.getDate() + 1);
  return at.toISOString();
}

/** The end of this week, which is the start of Monday in the viewer's time zone. */
export function endOfWeek(): string {
  const at = new Date();
  at.setHours(0, 0, 0, 0);
  at.setDate(at.getDate() + 7 - ((at.getDay() + 6) % 7));
  return at.toISOString();
}
