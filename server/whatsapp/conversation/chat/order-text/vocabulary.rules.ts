const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that only join others. */
export const linking = set('de da do das dos em no na nos nas a o as os ao aos e com tipo cada um')

/** Words around an item that say nothing of which one: "uma porção de", "2 unidades". */
export const counting = set(
  'porcao porcoes fatia fatias unidade unidades un und peca pecas prato deles delas desse dessa desses dessas daquele daquela daqueles daquelas aquele aquela aqueles aquelas sabor sabores tamanho tam',
)

/** Said to be polite, anywhere in a message. */
const polite = set(
  'oi ola opa oie bom boa dia tarde noite favor pf pfv pfvr porfavor gentileza obrigado obrigada obg vlw valeu ai la ' +
    'tambem tb tbm so somente apenas entao amigo amiga moco moca querido querida blz beleza ok isso rs ' +
    'gente agora sendo hoje aqui ae aew ta viu ne mano chefe chefia parceiro parceira irmao brother patrao campeao ' +
    'pessoal galera jovem flw fala salve eai desculpa desculpe mesmo mesma tche uai oxe oxente bah eita eae bb fia vizinha vizinho melhor mermao menino menina egua vixe mana guri guria',
)
/** "kkkk", "rsrs", "haha", "hmm", "ah". */
const isLaugh = (text: string): boolean =>
  /^(?:k{2,}|(?:rs)+|(?:ha){2,}h?|(?:he){2,}|h+u?m+|a+h+)$/.test(text)
/** "só". */
export const isOnly = ({ text }: { readonly text: string }): boolean => /^(?:so|somente|apenas)$/.test(text)
export const isPolite = ({ text }: { readonly text: string }): boolean =>
  polite.has(text) || polite.has(text.replaceAll(/([a-z])\1+/g, '$1')) || isLaugh(text)

/** How an order begins: "vou querer", "me vê". */
export const asking = set(
  'eu quero queria gostaria vou querer vamos me ver ve veja mande manda mandar pode ser bota coloca poe por adiciona ' +
    'adicionar acrescenta inclui incluir pedir fazer pedido traz nos separa anota faz prepara seria de da e mais dar add ' +
    'adicione adicioni adissione acrescente inclua esqueci faltou desce solta libera arruma reserva passa queremos preciso precisava coloque ponha bote prefiro preferia que seja',
)

/** What asks for one thing more in the middle of a sentence. */
export const adding = set(
  'bota coloca coloque poe ponha bote adiciona adicione adicionar acrescenta acrescentar inclui incluir add',
)

/** What a customer calls the staff, behind "minha" or "meu". */
export const vocatives = set(
  'filha filho fia fio querida querido amor anjo flor linda lindo rei rainha princesa consagrado consagrada nobre amiga ' +
    'amigo irmao irma jovem bem bom patroa patrao chefe parceiro parceira camarada',
)

/** Who gets it, or how it leaves the store; the kitchen makes it the same. */
export const persons = set(
  'mim minha meu esposa marido filho filha mae pai obra casa nos gente comer levar entregar entrega viagem hoje agora logo ' +
    'beber acompanhar',
)
/** What it is for. A store may name an item after it. */
export const occasions = set(
  'escritorio trabalho servico firma empresa loja escola almoco janta jantar lanche festa festinha churrasco galera turma ' +
    'pessoal familia crianca criancas sobremesa',
)
export const beforePerson = set('pra para pro pras pros')

/** Free with any item, so that it is a note and no option. */
export const free = set('gelo acucar adocante sal talher talheres guardanapo guardanapos canudo')

/** How much of something: "com bastante maionese". */
export const degrees = set('bem bastante muito muita pouco pouca mal')
/** What an item is made of, where its name does not say so. */
export const implied: ReadonlyMap<string, string> = new Map([
  ['coxinha', 'frango'],
  ['kibe', 'carne'],
  ['brigadeiro', 'chocolate'],
  ['nhoque', 'batata'],
])
/** As it is on the menu, with no wish about it. */
export const plainly = set('normal normais puro pura puros puras')
/** Brands of a kind, where a menu names them only. */
export const brands: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'cerveja',
    set('heineken brahma skol stella budweiser bud original itaipava corona spaten amstel eisenbahn bohemia'),
  ],
  ['refrigerante', set('coca guarana fanta sprite pepsi kuat sukita soda schweppes')],
])
/** Served beside the item and not in it. */
export const apart = set('separado separada separados separadas')
/** How an item is made, in one word. */
export const manners = set(
  'caprichado caprichada caprichados caprichadas gelado gelada gelados geladas geladinha geladassa geladassas trincando ' +
    'torradinho torradinhos moreninho moreninhos quentinho quentinhos fresquinho fresquinha fresquinhos crocante crocantes',
)

/** More of an option: "bacon extra". */
export const extras = set('extra extras adicional')

/** Halves of a pizza. */
export const halves = set('meia meio metade')

/** A word of an item, an option or a wish. */
export const isSaid = ({ text }: { readonly text: string }): boolean =>
  !linking.has(text) && !counting.has(text) && !plainly.has(text)
/** "o" or "as". */
export const isArticle = ({ text }: { readonly text: string }): boolean => /^[ao]s?$/.test(text)
/** "o", "esse": what is named behind it is known already. */
export const isKnownSign = (word: { readonly text: string }): boolean =>
  isArticle(word) || /^ess[ea]s?$/.test(word.text)

/** A new part of an order begins behind them. */
export const joining = set('e mais mas')
/** The part of the message before them was wrong. */
export const corrections = set(
  'verdade vdd errei enganei confundi corrigindo correcao alias pera perai espera calma contrario',
)
export const removals = set(
  'tira tirar tire retira retirar retire remove remover remova cancela cancelar exclui exclua excluir apaga apague apagar deleta delete ' +
    'esquece esquecer esqueca desconsidera desconsiderar corta cortar dispensa dispensar',
)
export const resizing = set(
  'aumenta aumentar aumente diminui diminuir reduz reduzir abaixa baixa sobe deixa deixar fica ficar fique',
)
/** Verbs of "são 3". */
export const counts = set('sao seriam eram')
export const swaps = set('troca trocar troque muda mudar mude substitui substituir')
/** Verbs of "passa a batata pra G"; without what it becomes, they ask for an item or change a number. */
export const growing = set(
  'aumenta aumentar aumente sobe subir passa passar diminui diminuir reduz abaixa baixa',
)
export const swapTargets = set('por pelo pela pra para pro')
export const places = set('no na nos nas')

const ofLanguage = [
  ...[linking, counting, polite, asking, adding, vocatives, persons, occasions, beforePerson, free, degrees],
  ...[plainly, apart, manners, extras, halves, joining, corrections, removals, resizing, counts, swaps],
  ...[growing, swapTargets, places, set('nao n sem que q se ja eh era pq porque nem ou pessoa pessoas')],
]
/** A word that this reader knows, whatever the menu has. */
export const isOfLanguage = (text: string): boolean =>
  isPolite({ text }) || ofLanguage.some((words) => words.has(text)) || brandNames.has(text)
const brandNames = new Set([...brands.values()].flatMap((names) => [...names]))
