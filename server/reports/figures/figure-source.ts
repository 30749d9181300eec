import type { Closing } from './closings.rules.ts'
import { piecesOf, type PeriodPieces } from './pieces.rules.ts'
import type { FigureDays } from './selection-sql.ts'

/** Which days of which stores to read, and which of them are closed. A PeriodSource is one. */
export interface FigureSource {
  readonly plan: FigureDays
  /** By store (closingsOf in selected-stores.ts). */
  readonly closings: ReadonlyMap<string, Closing>
}

/** The days of the source in pieces, each for the table that fits. */
export const piecesOfSource = ({ plan, closings }: FigureSource, hourBits = plan.hourBits): PeriodPieces =>
  piecesOf(plan.ranges, closings, hourBits)
