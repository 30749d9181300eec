import { startsWithStreet } from '../../../../../contract/delivery/address-words.ts'
import { folded } from '../../../../../contract/shared/folded.ts'

/** What a customer asks beside the order. `place`: where to, in the customer's words; null: not said. */
export type Question =
  | { readonly kind: 'payment' | 'time' | 'status' | 'takeout' | 'address' }
  | { readonly kind: 'hours'; readonly isOfDays: boolean }
  | { readonly kind: 'delivery'; readonly place: string | null }
  /** `isOfContents`: asks for its contents, and not only whether the menu has it and for how much. */
  | { readonly kind: 'item'; readonly words: string; readonly isOfContents: boolean }

export interface Questions {
  readonly questions: readonly Question[]
  /** What is no question, to be read as before. */
  readonly rest: string
}

/** Parts a message into the questions that the store's own facts answer, and the rest. */
export function readQuestions(text: string): Questions {
  const questions: Question[] = []
  const rest: string[] = []
  for (const clause of clausesOf(text)) {
    const question = questionIn(clause)
    if (question) questions.push(question)
    else rest.push(clause)
  }
  return questions.length === 0
    ? { questions, rest: text }
    : { questions, rest: rest.join('').replace(/^[\s,;.]+|[\s,;.]+$/g, '') }
}

/** "quanto tá o x-tudo? manda dois": the question says of what. */
export function withAskedName(rest: string, questions: readonly Question[]): string {
  const [item, ...others] = questions.filter((one) => one.kind === 'item')
  return item?.kind === 'item' && others.length === 0 ? rest.replace(bareCount, `$1 ${item.words}`) : rest
}
const bareCount =
  /^(?:se\s+(?:sim|tiver|tem|houver)\s*,?\s*)?(?:(?:ent[aã]o|me|eu|manda|mande|mandar|v[eê]|quero|qro|queria|vou|querer|pode|ser|bota|separa|faz|traz|pega)\s+)*(\d{1,2}|uma?|dois|duas|tr[eê]s|quatro|cinco|seis)(?=\s*(?:$|[,;.\n])|\s+(?:e|uma?|com|sem)\s)/iu

/** Each with the sign that ends it; a new question may also begin behind "e", and with some words anywhere. */
const clausesOf = (text: string): readonly string[] =>
  text
    .split(
      /(?<=[\n?!;,]|\.(?=\s))|(?<!\bat[eé]|\bchegam?)\s+(?=(?:quanto tempo|(?:q|que) horas?|at[eé] (?:q|que) horas?|qual (?:é )?(?:a |o )?(?:chave|taxa|frete|prazo|endere[cç]o|end\b)|(?:e )?(?:vcs?|voc[eê]s?) (?:cobr|aceit|entreg|faz|pass|t[eê]m?\s|est[aã]o|t[aã]o))[^,]*)|\s+(?=se (?:tiver|tem|houver)\s)|\s+e\s+(?=(?:aceita|tem |qual |quanto |que horas|cad[eê] |entrega|voc[eê]s |vcs )[^,]*)/iu,
    )
    .filter((clause) => clause.trim() !== '')

function questionIn(clause: string): Question | null {
  const words = folded(clause)
    .replaceAll(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\boq(?:ue)?\b/g, 'o que')
    .replaceAll(/\bkd\b/g, 'cade')
    .replaceAll(/\bend\b/g, 'endereco')
    .replaceAll(/\bqn?t([oa]?)(s?)\b/g, (_, end: string, many: string) => `quant${end || 'o'}${many}`)
    .replace(greetings, '')
  const isAsked = clause.trim().endsWith('?')
  if (statusWords.some((pattern) => pattern.test(words))) return { kind: 'status' }
  if (timeWords.test(words)) return { kind: 'time' }
  if (hoursWords.some((pattern) => pattern.test(words)))
    return { kind: 'hours', isOfDays: dayWords.test(words) }
  if (paymentWords.some((pattern) => pattern.test(words))) return { kind: 'payment' }
  if (takeoutWords.test(words)) return { kind: 'takeout' }
  if (addressWords.some((pattern) => pattern.test(words))) return { kind: 'address' }
  return deliveryQuestion(clause, words, isAsked) ?? itemQuestion(words, isAsked, clause)
}

/** "boa tarde faz entrega no centro?" */
const greetings = /^(?:(?:oi+e?|ola|opa|alo|bom dia|boa tarde|boa noite|(?:td|tudo) bem)\s+)+/

const statusWords = [
  /\bcade (?:o |a |os |as )?(?:meus?|minhas?)\b/,
  /\b(?:cade|onde (?:esta|ta)|como (?:esta|ta)|status|andamento|previsao|acompanhar)\b.*\bpedido\b/,
  /\bpedido\b.*\b(?:saiu|sair|chegando|demora\w*|demorando|chega|pronto|status|a caminho|andamento)\b/,
  /\bnada d[aeo]s? (?:meus?|minhas?|nossos?|nossas?|pedido)\b|\bate agora nada$/,
  /\b(?:faz|tem|ha|passou) .*(?:\b|\d)(?:h|hs|horas?|min|minutos?)\b.* (?:esperando|aguardando|espero|aguardo|nada)\b/,
  /\b(?:meus?|minhas?) \w+ (?:ja )?(?:saiu|sairam|chega|ta chegando|esta chegando|ta pronto|ta pronta|vai chegar|vem)\b/,
]
const timeWords =
  /\bquanto tempo\b|\bchegam? (?:a )?(?:que|q) hora|\b(?:que|q) horas (?:e que )?chegam?\b|\bdemora(?:m|r|ndo)?\b|\btempo (?:de|para|pra) (?:entrega|espera|preparo|chegar)\b|\bqual (?:e )?o prazo\b/
const hoursWords = [
  /\b(?:que|quais|a|q) horas?\b.*\b(?:abr\w+|fech\w+|funciona\w*|entreg\w+|atend\w+|comec\w+|abert\w+)\b/,
  /\b(?:abr\w+|fech\w+|funciona\w*|entreg\w+|atend\w+|abert\w+)\b.*\b(?:que|q) horas?\b/,
  /\b(?:hora|horas|horario)s? (?:de|que) (?:funciona\w*|atend\w+|abr\w+|fech\w+)\b|\bqual (?:e )?o horario\b/,
  /\b(?:esta|ta|tao|estao) (?:aberto|aberta|abertos|abertas|funcionando|atendendo)\b/,
  /^(?:(?:voces?|vcs?) )?(?:abre|abrem|funciona|funcionam|atende|atendem)\b/,
]
const dayWords =
  /\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha|feriado|fim de semana|todo dia|todos os dias)\b/
const means = String.raw`(?:pix|cartao|cartoes|credito|debito|dinheiro|vale|vr|va|alelo|sodexo|ticket|pluxee|elo|visa|master\w*|picpay|maquin\w+)`
const paymentWords = [
  new RegExp(
    String.raw`\b(?:aceita|aceitam|pega|pegam|passa|passam|tem|trabalha|trabalham com)\b.*\b${means}\b`,
  ),
  new RegExp(String.raw`\b(?:posso|da pra|pode|como|tem como)\b.*\bpag\w+\b`),
  /\b(?:chave|qual|numero)\b.*\bpix\b|\bqual (?:e )?(?:a |sua )?chave\b|\b(?:leva\w*|traz\w*|manda\w*|tem)\b.*\bmaquin\w+|\bforma\w* de pag\w+|\bpaga(?:r|mento)? (?:na|so na) (?:entrega|hora)\b|\btem troco\b/,
]
const takeoutWords =
  /\b(?:posso|da pra|pode|tem como|consigo|da para)\b.*\b(?:retirar|buscar|pegar)\b|\btem retirada\b|\bfaz(?:em)? retirada\b/
const addressWords = [
  /^(?:em |e em )?(?:que|q|qual) (?:rua|avenida|bairro|lugar|endereco) (?:e que )?(?:fica|ficam|e|esta|estao)\b/,
  /\bonde\b.*\b(?:fica|ficam|loja|estao|localizad\w+|e ai)\b|\bqual (?:e )?(?:o )?endereco (?:d|da|de|do)\b|\bendereco d[ea] (?:voces|vcs|loja)\b|^(?:e )?qual (?:e )?(?:o )?(?:seu )?endereco$/,
  /\bqual (?:e )?(?:a )?localizacao\b|^(?:me )?(?:passa|manda|diz|fala) (?:o )?(?:seu )?endereco(?: (?:por favor|pfv?|d[ae] .*))?$/,
]

const feeWords =
  /\b(?:taxa|frete)\b|\b(?:valor|preco|quanto)\b.*\b(?:da|a|de|e a) entrega\b|\bentrega\b.*\bquanto\b/
const chargeWords =
  /^como (?:e|funciona) (?:a )?entrega\b|\bcobra(?:m)?\b.*\bentrega\b|\bentrega\b.*\b(?:gratis|paga)\b/
const coverWords =
  /^(?:(?:voces?|vcs?|ai) )?(?:faz(?:em)? |tem |da pra |da para |podem? )?(?:entrega|entregam|entregar|delivery)\b/

function deliveryQuestion(clause: string, words: string, isAsked: boolean): Question | null {
  const isFee = feeWords.test(words) || chargeWords.test(words)
  if (!isFee && !coverWords.test(words)) return null
  const place = placeIn(clause)
  // "entrega na rua das flores, 10" says where, and asks nothing.
  if (place !== null && !isFee && startsWithStreet(place) && !isAsked) return null
  const isSaid = place === null && /^entrega(?:r)?$/.test(words)
  return isSaid && !isAsked ? null : { kind: 'delivery', place }
}

function placeIn(clause: string): string | null {
  const [, found = ''] = /\b(?:no|na|nos|nas|em|pro|pra|para o|para a|para|at[eé]|ao)\s+(.+)$/iu.exec(
    clause.replace(/^.*\b(?:taxa|frete|entreg\w+)\b/iu, ''),
  ) ?? ['', '']
  const place = found
    .replaceAll(/[?!.,;\n]+/g, ' ')
    .replace(/^(?:o |a )?bairro\s+(?:d[aeo]s?\s+)?/iu, '')
    .replace(/\s+(?:quanto|qual|e quanto|fica|custa|sai|hoje|agora|por favor|pfv?)\b.*$/iu, '')
    .trim()
  return place === '' || /^(?:aqui|casa|hoje|agora|c[aá]|mim)$/iu.test(place) ? null : place.slice(0, 80)
}

const itemStarts = [
  /^(?:(?:voces?|vcs?|ai|ainda) )*(?:tem|teria|vende|vendem)\b(?! como| troco| taxa)(?: ainda)? (.+)$/,
  /^(?:e )?quanto (?:e|esta|ta|custa|custam|fica|sai|sao|que e|que ta) (?:o |a |os |as )?(.+)$/,
  /^(?:e )?(?:qual|quais) (?:e |sao )?(?:a |o |as |os )(.+) (?:de|do) (?:hoje|dia)$/,
  /^(?:qual |me fala |sabe )?(?:e )?o? ?(?:preco|valor) d[aeo]s? (.+)$/,
]
/** "o que vem no combo 2". */
const contents =
  /^(?:(?:e )?o )?(?:que|q) (?:(?:e )?(?:que|q) )?(?:vem|tem|vai|acompanha)(?: dentro)? (?:n[oa]s?|d[oa]s?|com [oa]s?|junto com [oa]s?|[oa]s?) (.+)$/

/** "a parmegiana vem com arroz", "quantas peças vem no combo 1": no order, if they end in a question mark. */
const askedContents = [
  /^(?:que|quais|qual) (?:\p{L}+ )?(?:tem|vem|sao)(?: hj| hoje)? (?:n[oa]s?|d[oa]s?) (.+)$/u,
  /^quant[oa]s (?:\p{L}+ )?(?:vem|veem|tem|sao|cabem?) (?:n[oa]s?|d[oa]s?|[oa]s?) (.+)$/u,
  /^quant[oa]s (?:\p{L}+ )?(?:pode|podem|posso|da)(?: \p{L}+)? (?:n[oa]s?|d[oa]s?|em) (.+)$/u,
  /^(?:e )?[oa]s? (.+?) (?:vem|veem|tem|vai|acompanha|serve|servem|leva|levam) (?:com |junto )?.+$/,
]

/** "o nhoque é de batata?"; "a coca é zero, tá?" changes the order. */
const isMadeOf = (clause: string): string | undefined =>
  /^\s*[oa]s?\s+([\p{L}\s]+?)\s+(?:é|s[aã]o)\s+d[eoa]\s[^?]*?(?<!\s(?:né|ne|t[aá]|viu|ok|blz))\s*\?/iu.exec(
    clause,
  )?.[1]

function itemQuestion(words: string, isAsked: boolean, clause: string): Question | null {
  const asked = isAsked ? askedContents.map((pattern) => pattern.exec(words)?.[1]).find(Boolean) : undefined
  const had = isAsked
    ? /^(?!quem|o que|que )(\p{L}.*?) (?:tem|vcs tem|voces tem)$/u.exec(words)?.[1]
    : undefined
  if (had) return { kind: 'item', words: had, isOfContents: false }
  const whole = contents.exec(words)?.[1] ?? asked ?? (isAsked ? isMadeOf(clause) : undefined)
  if (whole) return { kind: 'item', words: whole, isOfContents: true }
  for (const pattern of itemStarts) {
    const found = pattern.exec(words)?.[1]
    if (found)
      return { kind: 'item', isOfContents: false, words: found.replace(/ (?:hoje|ai|agora|por favor)$/, '') }
  }
  return null
}
