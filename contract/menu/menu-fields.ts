import * as z from 'zod/mini'

/** Open Delivery v1.7's `status`; an item's is derived from its open pause. */
export const availability = ['AVAILABLE', 'UNAVAILABLE'] as const
export type Availability = (typeof availability)[number]

export const itemUnits = ['UN', 'KG', 'L', 'OZ', 'LB', 'GAL'] as const
export const taxClasses = ['PREPARED', 'RESALE', 'ALCOHOLIC'] as const
export type TaxClass = (typeof taxClasses)[number]

/** Open Delivery's allergens that food has to name in Brazil (RDC 727/2022), and the sentence that it has none. */
export const allergens = [
  'GLUTEN',
  'WHEAT',
  'RYE',
  'BARLEY',
  'OAT',
  'CRUSTACEANS',
  'EGGS',
  'FISH',
  'PEANUTS',
  'SOYBEANS',
  'MILK',
  'LACTOSE',
  'ALMONDS',
  'HAZELNUTS',
  'CASHEW_NUTS',
  'BRAZIL_NUTS',
  'MACADAMIA_NUTS',
  'WALNUTS',
  'PECAN_NUTS',
  'PISTACHIOS',
  'TREE_NUTS',
  'SESAME_SEEDS',
  'MUSTARD',
  'CELERY',
  'MOLLUSCS',
  'LUPINE',
  'SULPHUR_DIOXIDE',
  'NO_DECLARED_ALLERGENS',
] as const
export type Allergen = (typeof allergens)[number]

export const menuWeekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
export type MenuWeekday = (typeof menuWeekdays)[number]

export const maxPriceCents = 10_000_000
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u
const unprintable =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}/u
/** What a spreadsheet would run when the menu is exported and opened there. */
const formula = /^[=@]|^[+-].*[(|!]/u

/** Names are printed on the kitchen's paper and exported to spreadsheets. */
const printable = (text: string): z.core.$ZodCheck<string>[] => [
  z.refine(
    (name: string) => !invisible.test(name),
    `${text} não pode ter quebra de linha nem caractere invisível.`,
  ),
  z.refine(
    (name: string) => !unprintable.test(name),
    `${text} sai na comanda: use letras, números e sinais, sem emoji nem escrita da direita para a esquerda.`,
  ),
  z.refine(
    (name: string) => !formula.test(name),
    `${text} parece uma fórmula de planilha. Comece por uma letra.`,
  ),
]

const shortName = (missing: string, text: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(150, `${text} pode ter até 150 caracteres.`),
      ...printable(text),
    )

/** `of`: whose name, with its article, as in "da categoria". */
export const partName = (of: string) => shortName(`Informe o nome ${of}.`, `O nome ${of}`)
export const itemName = shortName('Informe o nome do item.', 'O nome')

export const itemDescription = z
  .string()
  .check(z.trim(), z.maxLength(1000, 'A descrição pode ter até 1.000 caracteres.'))

/** In centavos. */
export const itemPrice = z
  .int('Informe o preço em reais, como 12,50.')
  .check(z.nonnegative('O preço não pode ser negativo.'), z.lte(maxPriceCents, 'O preço é alto demais.'))

/** The store's or its till's own code of a part of the menu. */
export const menuCode = z
  .string('Informe o código.')
  .check(
    z.trim(),
    z.minLength(1, 'Informe o código.'),
    z.maxLength(64, 'O código pode ter até 64 caracteres.'),
    ...printable('O código'),
  )

export const itemUnit = z.enum(itemUnits, 'Escolha a unidade.')
export const taxClass = z.enum(taxClasses, 'Escolha se o item é preparado, revenda ou bebida alcoólica.')
export const allergen = z.enum(allergens, 'Este alergênico não existe.')
/** How many people an item serves. */
export const serving = z
  .int('Informe para quantas pessoas serve.')
  .check(z.gte(1, 'Serve ao menos uma pessoa.'), z.lte(100, 'Serve no máximo 100 pessoas.'))

/** Nomenclatura Comum do Mercosul: eight digits, whose first two are a chapter from 01 to 97; 77 is unused. */
export const ncm = z
  .string()
  .check(
    z.regex(
      /^(?!00|77|98|99)\d{8}$/,
      'O NCM tem oito números, como 2202.10.00, e começa por um capítulo de 01 a 97.',
    ),
  )

/**
 * What a group adds to the price of its item: every option its own price, the dearest one, the average of the chosen
 * ones, or of each its part of the whole. Open Delivery's `priceMethod`, which has no `SHARE`.
 */
export const priceMethods = ['SUM', 'MAX', 'AVG', 'SHARE'] as const
export type PriceMethod = (typeof priceMethods)[number]
export const priceMethod = z.enum(priceMethods, 'Escolha como as opções são cobradas.')

/** How many options a group or an option allows at most. */
export const optionCount = z
  .int('Informe quantas opções.')
  .check(z.gte(1, 'Ao menos uma opção.'), z.lte(100, 'No máximo 100 opções.'))

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora como 18:30.'))

/** Open Delivery's Hours, with times as HH:MM in the store's zone. An end that is not after the start is past midnight. */
const hours = z.strictObject({
  dayOfWeek: z
    .array(z.enum(menuWeekdays, 'Escolha o dia da semana.'))
    .check(z.minLength(1, 'Escolha ao menos um dia.'), z.maxLength(menuWeekdays.length)),
  timePeriods: z.strictObject({ startTime: timeOfDay, endTime: timeOfDay }),
})
export type MenuHours = z.output<typeof hours>

/** When something is sold; empty: always. */
export const menuHours = z.array(hours).check(z.maxLength(30, 'Até 30 horários.'))

/** Bar code: EAN-8, UPC, EAN-13 or GTIN-14. */
export const ean = z.string().check(z.regex(/^\d{8,14}$/, 'O código de barras tem de 8 a 14 números.'))

/** What a copy or an import leaves as it is in a store. */
export const menuLocks = ['name', 'description', 'photo', 'price', 'availability', 'optionGroups'] as const
export type MenuLock = (typeof menuLocks)[number]
