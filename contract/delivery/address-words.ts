import { folded } from '../shared/folded.ts'

/** For comparing: folded, with blanks for signs. */
export const wordsOf = (text: string): string =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const streetWords =
  /^(?:rua|r|av|aven|avenida|travessa|trav|tv|alameda|al|praca|pca|pc|estrada|estr|rodovia|rod|largo|viela|beco|servidao|via|ladeira|passagem|marginal|br)\b/
/** Names of roads of the country and of the states, as in BR-101. */
const roadCodes = /^(?:br|[a-z]{2})$/

export const startsWithStreet = (piece: string): boolean => streetWords.test(wordsOf(piece))
export const isStreetWord = (word: string): boolean => {
  const found = streetWords.exec(wordsOf(word))
  return found !== null && found[0] === wordsOf(word)
}
export const isRoadCode = (word: string): boolean => roadCodes.test(wordsOf(word))

/** How Brasília names its blocks and sectors; the figure after it belongs to the name. */
const sectors = new Set(
  (
    'sqn sqs sqnw sqsw cln cls clnw clsw scln scls crn crs scrn scrs shin shis shigs shign shcgn shces shcsw shvp shtn ' +
    'shls shln shn shs scs scn sbs sbn sds sdn sas san saun saus sgan sgas sepn seps sia sig smas smdb smpw smln spmw ' +
    'sof sofn sofs stn sts srtvn srtvs siba scia sces scen sean seas qna qnb qnc qnd qne qnf qng qnh qnj qnl qnm qnn ' +
    'qno qnp qnq qnr qsa qsb qsc qsd qse qsf qi ql qe qr qs qc qn qd qms qrsw eqn eqs eqnl eqnm eqnn eqno eqnp eqsw ' +
    'aos ae ade cnb cnd csa csb csd ca cca ccsw cl hcgn higs mspw'
  ).split(' '),
)
sectors.delete('qd')

export const startsWithSector = (piece: string): boolean => {
  const [first = '', second = ''] = wordsOf(piece).split(' ')
  if (sectors.has(first))
    return /\d/.test(second) || /^(?:q|qd|quadra|trecho|conjunto|qi|ql|lote)$/.test(second)
  return /^(?:s[a-z]{2,3}|q[a-z]{1,2})\d{1,4}$/.test(first)
}

const unit =
  'apto|apt|ap|apartamento|bloco|bl|casa|cs|sala|sl|andar|torre|loja|lj|lote|lt|quadra|qda|qdra|qd|q|l|conjunto|conj|cj|box|galpao|kitnet|kit|chacara|chac|chale|pavimento|trecho|unidade'
const value = String.raw`(?:n ?o? )?(?:\d+ [a-df-mp-z](?= |$)|\d+[a-z]?|[a-z]|[a-z]\d+)`
const unitWithValue = new RegExp(String.raw`^(?:(?:${unit}) ${value}|(?:${unit})\d+[a-z]?)(?= |$)`)
const looks =
  'amarel[oa]|azul|verde|branc[oa]|pret[oa]|vermelh[oa]|cinza|marrom|rosa|laranja|bege|lilas|rox[oa]'
const unitsByWords = new RegExp(
  String.raw`^(?:fundos|fds|terreo|sobrado(?: (?:${looks}))?|cobertura|frente|portaria|\d{1,2} ?[oa]? andar|casa (?:d[aeo]s? )?(?:fundos|frente|tras|baixo|cima|esquina))(?= |$)`,
)
/** A building by its name fills its piece. */
const building = /^(?:edificio|edif|ed|predio|condominio|cond|galeria|shopping|hotel|hospital)(?= |$)/

/** How many words at the beginning say where inside a house or a block; 0: none. */
export function unitLength(words: string): number {
  const found = unitWithValue.exec(words) ?? unitsByWords.exec(words)
  return found ? found[0].trim().split(' ').length : 0
}
export const isBuilding = (piece: string): boolean => building.test(wordsOf(piece))

/** How the house looks, and no district: "portão azul". */
export const isLook = (piece: string): boolean =>
  new RegExp(`^(?:portao|portoes|muro|sobrado|grade|porta|fachada) (?:de )?(?:${looks})(?= |$)`).test(
    wordsOf(piece),
  )
/** "casa amarela" says how it looks where another name is the district; alone it may be one of São Paulo or Recife. */
export const mayBeLook = (piece: string): boolean => new RegExp(`^casa (?:${looks})$`).test(wordsOf(piece))

/** Parts of the ground where streets have no name, or no numbers. */
export const isLot = (piece: string): boolean =>
  /^(?:quadra|qda|qdra|qd|q|lote|lt|l|chacara|chac|conjunto|conj|cj)(?= |\d)/.test(wordsOf(piece))
export const isQuadraOrLote = (piece: string): boolean =>
  /^(?:quadra|qda|qdra|qd|q|lote|lt|l)(?= |\d)/.test(wordsOf(piece))

const referenceLabel = /^(?:ponto de ref(?:erencia)?|p de referencia|pto de referencia|referencia|ref)(?= |$)/
const nearby =
  /^(?:perto|proxim[oa]|prox|em frente|enfrente|ao lado|do lado|atras|esquina|na esquina|depois d[aeo]|antes d[aeo]|defronte|entre (?:a|as|o|os|rua|r|av|avenida)|posto (?:de gasolina|br|ipiranga|petrobras|shell|ale))(?= |$)/

export const startsReference = (words: string): boolean => referenceLabel.test(words) || nearby.test(words)
/** "Ref.: padaria" is the bakery; "perto da padaria" stays as it is. */
export const referenceIn = (piece: string): string => {
  const label = /^(?:(?:p(?:on)?to?\.?\s+de\s+)?ref(?:er[êe]ncia)?\b)\s*[.:-]*\s*(?:é\s+)?/iu
  return piece.replace(label, '').trim()
}
export const districtLabel = /^bairro(?= |$)/
