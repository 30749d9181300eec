const maxProblems = 200

/** The list ends with how many more there are. */
export const shortened = <P extends { readonly where: string; readonly message: string }>(
  problems: readonly P[],
): readonly (P | { readonly where: string; readonly message: string })[] =>
  problems.length <= maxProblems
    ? problems
    : [
        ...problems.slice(0, maxProblems),
        { where: 'Cardápio', message: `Há mais ${problems.length - maxProblems} avisos além destes.` },
      ]
