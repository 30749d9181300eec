import { lookup } from '../shared/lookup.ts'

/** What people write short in names of Brazilian districts. */
const short: Readonly<Record<string, string>> = {
  jd: 'jardim',
  jard: 'jardim',
  pq: 'parque',
  pque: 'parque',
  prq: 'parque',
  vl: 'vila',
  v: 'vila',
  sta: 'santa',
  sto: 'santo',
  s: 'sao',
  cj: 'conjunto',
  conj: 'conjunto',
  res: 'residencial',
  resid: 'residencial',
  cid: 'cidade',
  nsa: 'nossa',
  sra: 'senhora',
  sr: 'senhor',
  dr: 'doutor',
  cel: 'coronel',
  pres: 'presidente',
  gov: 'governador',
  prof: 'professor',
  gal: 'general',
  gen: 'general',
  eng: 'engenheiro',
  brig: 'brigadeiro',
  cap: 'capitao',
  mal: 'marechal',
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

/** The same key for "São José", "sao jose" and "S. José"; "Jd. Paulista" is "jardim paulista". Empty: no name. */
export function districtKey(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\bn\.?\s*(?:s(?:ra|enhora)?)\b/g, 'nossa senhora')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = bare.split(' ').map((word) => lookup(short, word) ?? word)
  return words.join(' ')
}
