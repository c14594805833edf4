/**
 * A copy of its own. An engine may keep a slice as a view on the text it was cut from; what stays in memory must not
 * hold on to a whole file.
 */
export function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
