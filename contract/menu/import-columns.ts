import * as z from 'zod/mini'

/** What a column of a spreadsheet can hold. `size`: the price of one size, named by its title. */
const importColumns = [
  'category',
  'code',
  'item',
  'description',
  'price',
  'size',
  'serving',
  'unit',
  'ean',
  'isAlcoholic',
  'group',
  'minPermitted',
  'maxPermitted',
  'priceMethod',
  'option',
  'optionPrice',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** `ignored`: a person said that the menu does not need it. */
export const columnAnswer = z.enum([...importColumns, 'ignored'], 'Escolha o que a coluna é.')
export type ColumnAnswer = z.output<typeof columnAnswer>

/** How a spreadsheet was read, with a word for each part that was not. */
export const spreadsheetReading = z.strictObject({
  sheets: z.array(
    z.strictObject({
      /** Empty for a text file. */
      name: z.string(),
      /** `other-columns`: its columns are not those of the first sheet; `no-columns`: it names no item or no price. */
      state: z.enum(['read', 'hidden', 'other-columns', 'no-columns', 'empty']),
      /** Lines that are not empty. */
      lines: z.int(),
    }),
  ),
  /** Of the sheets that were read. */
  columns: z.array(
    z.strictObject({
      title: z.string(),
      /** Of its first rows. */
      examples: z.array(z.string()),
      /** Null: not understood. */
      column: z.nullable(columnAnswer),
    }),
  ),
  /** No item or no price was found: a person says which columns they are. */
  needsColumns: z.boolean(),
  /** What became of each line that is not empty: `seen` is the sum of the others. */
  lines: z.strictObject({
    seen: z.int(),
    items: z.int(),
    /** Options of the item above. */
    options: z.int(),
    /** Titles of the table or of the columns, names of categories. */
    titles: z.int(),
    /** Listed with their causes. */
    problems: z.int(),
    leftOut: z.int(),
  }),
  /** Rows and columns that are hidden in the sheets that were read. */
  hidden: z.strictObject({ rows: z.int(), columns: z.int() }),
  /** What a person asked to read too. */
  choices: z.strictObject({ hidden: z.boolean(), sheets: z.array(z.string()) }),
})
export type SpreadsheetReading = z.output<typeof spreadsheetReading>
