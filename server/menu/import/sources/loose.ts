/** A document of somebody else: any field may be missing or of another type. */
export type Loose = Readonly<Record<string, unknown>>

/** What is no object reads as an empty one. */
export const recordOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
