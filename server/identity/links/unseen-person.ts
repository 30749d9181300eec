/**
 * Somebody invited by a uid that is all that the inviter knows of them. The invitation is shown by that uid until it is
 * accepted, and one for a uid that no account has looks the same. `invited_uid` keeps the uid behind a mark that no uid
 * has.
 */
const mark = 'uid:'

export const asUnseen = (uid: string): string => `${mark}${uid}`

/** Null: the inviter typed the address, or sees it in a team. */
export const unseenUid = (invitedUid: string): string | null =>
  invitedUid.startsWith(mark) ? invitedUid.slice(mark.length) : null

/** Stands for the address where no account has the uid: no account matches it, and nothing is mailed to it. */
export const addressOfNobody = (uid: string): string => `${mark}${Buffer.from(uid).toString('hex')}`

export const hasMailbox = (email: string): boolean => !email.startsWith(mark)
