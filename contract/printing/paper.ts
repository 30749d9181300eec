import * as z from 'zod/mini'

/** Width of the roll in mm. */
export const papers = [58, 80] as const
export type Paper = (typeof papers)[number]

/** Letters in a line of a printer's standard font, where nothing else is known. */
export const columnsOfPaper: Readonly<Record<Paper, number>> = { 58: 32, 80: 48 }
/** What printers in shops have; 42 is an 80 mm printer of 512 dots. */
export const commonColumns = [32, 33, 42, 44, 48] as const
export const minColumns = 24
export const maxColumns = 64
export const columnsNumber = z
  .int('Informe as letras por linha.')
  .check(
    z.gte(minColumns, `No mínimo ${String(minColumns)} letras por linha.`),
    z.lte(maxColumns, `No máximo ${String(maxColumns)} letras por linha.`),
  )

/** The printer's character table; cheap printers support only one of the older two. */
export const codePages = ['cp1252', 'cp858', 'cp860'] as const
export type CodePage = (typeof codePages)[number]

/** How it rings: `common` is ESC B of most printers sold in Brazil, `epson` is Epson's own command. */
const buzzers = ['none', 'common', 'epson'] as const
export type Buzzer = (typeof buzzers)[number]
/** The pin of the drawer's plug: 2 on nearly all drawers. */
const drawers = ['none', 'pin2', 'pin5'] as const
export type Drawer = (typeof drawers)[number]

const maxFeedLines = 20

/** How a printer writes, cuts, rings and opens the drawer. */
export const paperFields = {
  paper: z.literal(papers, 'Escolha 58 ou 80 mm.'),
  columns: columnsNumber,
  codePage: z.enum(codePages, 'Escolha a tabela de caracteres.'),
  /** Empty lines after the text, before the cut. */
  feedLines: z
    .int('Informe as linhas.')
    .check(z.gte(0, 'No mínimo 0 linhas.'), z.lte(maxFeedLines, `No máximo ${String(maxFeedLines)} linhas.`)),
  /** False: a person tears the paper off. */
  cutter: z.boolean(),
  buzzer: z.enum(buzzers, 'Escolha a campainha.'),
  /** Opened by the whole ticket of an order that is paid in cash, and by a test. */
  drawer: z.enum(drawers, 'Escolha a gaveta.'),
} as const
