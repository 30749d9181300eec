import type { CandidateProblem } from './candidate.ts'

const maxProblems = 200

/** The list ends with how many more there are. */
export const shortened = (problems: readonly CandidateProblem[]): readonly CandidateProblem[] =>
  problems.length <= maxProblems
    ? problems
    : [
        ...problems.slice(0, maxProblems),
        { where: 'Cardápio', message: `Há mais ${problems.length - maxProblems} avisos além destes.` },
      ]
