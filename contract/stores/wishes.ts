/** What became of a wish: `proved`, read back; `outside`: a person at the marketplace wished something else since. */
export const wishStates = ['proved', 'trying', 'silent', 'outside', 'refused'] as const
