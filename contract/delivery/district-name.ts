import { folded } from '../shared/folded.ts'
import { lookup } from '../shared/lookup.ts'

/** What people write short in names of Brazilian districts, and what they often misspell. */
const short: Readonly<Record<string, string>> = {
  jd: 'jardim',
  jdm: 'jardim',
  jard: 'jardim',
  jardin: 'jardim',
  pq: 'parque',
  pque: 'parque',
  parq: 'parque',
  prq: 'parque',
  vl: 'vila',
  st: 'setor',
  set: 'setor',
  sta: 'santa',
  sto: 'santo',
  cj: 'conjunto',
  conj: 'conjunto',
  hab: 'habitacional',
  res: 'residencial',
  resid: 'residencial',
  rec: 'recanto',
  cid: 'cidade',
  cond: 'condominio',
  col: 'colonia',
  nuc: 'nucleo',
  pl: 'plano',
  nsa: 'nossa',
  sra: 'senhora',
  sr: 'senhor',
  dr: 'doutor',
  cel: 'coronel',
  pres: 'presidente',
  pref: 'prefeito',
  gov: 'governador',
  dep: 'deputado',
  sen: 'senador',
  prof: 'professor',
  gal: 'general',
  gen: 'general',
  eng: 'engenheiro',
  brig: 'brigadeiro',
  cap: 'capitao',
  mal: 'marechal',
  ten: 'tenente',
  pe: 'padre',
  bal: 'balneario',
  baln: 'balneario',
  chac: 'chacara',
  faz: 'fazenda',
  lot: 'loteamento',
  dist: 'distrito',
  ind: 'industrial',
  nva: 'nova',
  nvo: 'novo',
}

/** One letter is short for a word only where another word follows. */
const letters: Readonly<Record<string, string>> = { v: 'vila', s: 'sao', n: 'nova', d: 'dom' }

/** "Cohab II", "Cohab Dois" and "Cohab 2", "XV de Novembro" and "15 de Novembro". */
const numbers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii'
      .split(' ')
      .map((roman, at) => [roman, String(at + 1)]),
  ),
  primeiro: '1',
  dois: '2',
  tres: '3',
  quatro: '4',
  cinco: '5',
  seis: '6',
  sete: '7',
  oito: '8',
  nove: '9',
  dez: '10',
  quinze: '15',
}

/** The same key for "São José", "sao jose" and "S. José"; "Jd. Paulista" is "jardim paulista". Empty: no name. */
export function districtKey(name: string): string {
  const bare = folded(name)
    .replaceAll(/\b(?:n|nsa|nossa)\.?\s*(?:s|sra|senhora)\b/g, 'nossa senhora')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = bare.split(' ')
  return words.map((word, at) => wholeWord(word, words[at + 1])).join(' ')
}

function wholeWord(word: string, next: string | undefined): string {
  const beforeWord = next !== undefined && /^\p{L}{2}/u.test(next)
  const letter = beforeWord && !/^d[aeo]s?$/.test(next) ? lookup(letters, word) : undefined
  return letter ?? lookup(short, word) ?? lookup(numbers, word) ?? word.replace(/^(\d+)[oa]$/, '$1')
}
