/** Before a part of a message: its beginning, a blank or a sign. */
export const begins = String.raw`(?:^|[\s,;.])`
/** Behind a part of a message. */
export const ends = String.raw`(?=$|[\s,;.!])`
/** The beginning of a part that says nothing else, and its end. */
export const alone = { begins: String.raw`(?:^|[\n,;.])\s*`, ends: String.raw`\s*(?=$|[\n,;.!])` }
