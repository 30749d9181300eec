/** A document of somebody else: any field may be missing or of another type. */
export type Loose = Readonly<Record<string, unknown>>

export const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no object reads as an empty one. */
export const recordOf = (value: unknown): Loose => (isLoose(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
