/** A marketplace's code for a missing item, and ours. */
const codes: readonly string[] = ['503', 'item-unavailable']

/** A partner may renumber its reasons, so the text counts too. */
export const saysItemMissing = (
  reason: { readonly code: string; readonly description: string } | undefined,
): boolean =>
  reason !== undefined &&
  (codes.includes(reason.code) || /\b(item|produto)\b.*(indispon|em falta)/i.test(reason.description))
