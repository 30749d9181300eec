import { describe, expect, test } from 'vitest'
import { districtKey } from './district-name.ts'
import { isOneLetterAway, knownDistrictKey } from './known-district.ts'

/** As written, the districts of the store, its town, and the district that is meant; null: nobody can say. */
const forms: readonly (readonly [string, readonly string[], string, string | null])[] = [
  ['St. Bueno', ['Setor Bueno', 'Jardim América', 'Setor Oeste', 'Vila Nova'], 'Goiânia/GO', 'Setor Bueno'],
  ['Set. Bueno', ['Setor Bueno', 'Jardim América', 'Setor Oeste'], 'Goiânia/GO', 'Setor Bueno'],
  ['Cohab 2', ['Cohab II', 'Cohab I', 'Centro'], 'São Paulo/SP', 'Cohab II'],
  [
    'Conj. Hab. São Pedro',
    ['Conjunto Habitacional São Pedro'],
    'São Paulo/SP',
    'Conjunto Habitacional São Pedro',
  ],
  ['Rec. das Emas', ['Recanto das Emas', 'Asa Norte', 'Asa Sul'], 'Brasília/DF', 'Recanto das Emas'],
  ['Plano Piloto (Asa Norte)', ['Recanto das Emas', 'Asa Norte', 'Asa Sul'], 'Brasília/DF', 'Asa Norte'],
  ['Jardin America', ['Jardim América', 'Jardim Europa'], 'Goiânia/GO', 'Jardim América'],
  ['jd acacias', ['Jardim das Acácias', 'Jardim América'], 'São Paulo/SP', 'Jardim das Acácias'],
  ['nossa sra conceição', ['Nossa Senhora da Conceição'], 'São Paulo/SP', 'Nossa Senhora da Conceição'],
  ['Pq. das Nacoes', ['Parque Nações', 'Parque São Lucas'], 'São Paulo/SP', 'Parque Nações'],
  ['Jardim Rosas', ['Jardim das Rosas', 'Jardim de Rosas'], 'São Paulo/SP', null],
  ['Jardim Rosas', ['Jardim das Rosas', 'Jardim Rosas'], 'São Paulo/SP', 'Jardim Rosas'],
  ['Nsa. Sra. do Ó', ['Nossa Senhora do Ó'], 'São Paulo/SP', 'Nossa Senhora do Ó'],
  ['N.S. das Graças', ['Nossa Senhora das Graças'], 'São Paulo/SP', 'Nossa Senhora das Graças'],
  ['Pq. S. Lucas', ['Parque São Lucas'], 'São Paulo/SP', 'Parque São Lucas'],
  ['COHAB V', ['Cohab 5', 'Cohab 1'], 'São Paulo/SP', 'Cohab 5'],
  ['V. Mariana', ['Vila Mariana'], 'São Paulo/SP', 'Vila Mariana'],
  ['Centro - Osasco', ['Centro', 'Presidente Altino'], 'Osasco/SP', 'Centro'],
  ['Centro, Osasco/SP', ['Centro', 'Presidente Altino'], 'Osasco/SP', 'Centro'],
  ['Centro (Osasco)', ['Centro', 'Presidente Altino'], 'Osasco/SP', 'Centro'],
  ['Centro - Osasco', ['Centro'], 'São Paulo/SP', null],
  ['Cohab 3', ['Cohab I', 'Cohab II'], 'São Paulo/SP', null],
  ['Bairro Setor Central', ['Setor Central'], 'Goiânia/GO', 'Setor Central'],
  ['Jd Angela', ['Jardim Ângela', 'Jardim Angélica'], 'São Paulo/SP', 'Jardim Ângela'],
  ['Guara 2', ['Guará I', 'Guará II'], 'Brasília/DF', 'Guará II'],
  ['set pedro ludovico', ['Setor Pedro Ludovico', 'Setor Marista'], 'Goiânia/GO', 'Setor Pedro Ludovico'],
  ['ST UNIVERSITARIO', ['Setor Universitário'], 'Goiânia/GO', 'Setor Universitário'],
  ['Res. Integracao', ['Residencial Integração'], 'Uberlândia/MG', 'Residencial Integração'],
  ['Cid. Tiradentes', ['Cidade Tiradentes'], 'São Paulo/SP', 'Cidade Tiradentes'],
  [
    'Cj Hab Jose Bonifacio',
    ['Conjunto Habitacional José Bonifácio'],
    'São Paulo/SP',
    'Conjunto Habitacional José Bonifácio',
  ],
  ['Vl. N. Sra. Aparecida', ['Vila Nossa Senhora Aparecida'], 'São Paulo/SP', 'Vila Nossa Senhora Aparecida'],
  ['N S de Fátima', ['Nossa Senhora de Fátima'], 'Aracaju/SE', 'Nossa Senhora de Fátima'],
  ['Cohab (Recife)', ['Cohab'], 'Recife/PE', 'Cohab'],
  ['Boaviagem', ['Boa Viagem', 'Boa Vista'], 'Recife/PE', 'Boa Viagem'],
  ['Boa Vista - Recife - PE', ['Boa Viagem', 'Boa Vista'], 'Recife/PE', 'Boa Vista'],
  ['Jd S. Luis', ['Jardim São Luís'], 'São Paulo/SP', 'Jardim São Luís'],
  ['Jardim São Luiz', ['Jardim São Luís'], 'São Paulo/SP', 'Jardim São Luís'],
  ['Itaim Bibbi', ['Itaim Paulista', 'Itaim Bibi'], 'São Paulo/SP', 'Itaim Bibi'],
  ['Ceilandia (Norte)', ['Ceilândia Sul', 'Ceilândia Norte'], 'Brasília/DF', 'Ceilândia Norte'],
  ['Aguas Claras - Brasília/DF', ['Águas Claras'], 'Brasília/DF', 'Águas Claras'],
  ['Vila Nola', ['Vila Nova', 'Vila Nora'], 'São Paulo/SP', null],
  ['Vila Teixeira 4', ['Vila Teixeira 2', 'Vila Teixeira 3'], 'Campinas/SP', null],
  ['Vl João Pessôa', ['Vila João Pessoa'], 'Porto Alegre/RS', 'Vila João Pessoa'],
  ['D. Bosco', ['Dom Bosco'], 'São Paulo/SP', 'Dom Bosco'],
  ['15 de Novembro', ['XV de Novembro'], 'Curitiba/PR', 'XV de Novembro'],
  ['Pref. Jose Walter', ['Prefeito José Walter'], 'Fortaleza/CE', 'Prefeito José Walter'],
  ['N. Esperança', ['Nova Esperança', 'Cidade Nova'], 'Manaus/AM', 'Nova Esperança'],
  ['Lot. Sta. Fé', ['Loteamento Santa Fé'], 'Natal/RN', 'Loteamento Santa Fé'],
  ['centro são luis ma', ['Centro'], 'São Luís/MA', 'Centro'],
  ['Pl. Diretor Sul', ['Plano Diretor Sul'], 'Palmas/TO', 'Plano Diretor Sul'],
  ['Bairro Eldorado, Contagem', ['Eldorado'], 'Contagem/MG', 'Eldorado'],
]

describe('a district is known however people write it', () => {
  test.each(forms)('“%s” among %j in %s', (written, names, place, meant) => {
    const known = new Map(names.map((name) => [districtKey(name), name]))
    const [city = '', state = ''] = place.split('/')
    const key = knownDistrictKey(known, written, { city, state })
    expect(key === null ? null : known.get(key)).toBe(meant)
  })

  test('every name means itself', () => {
    for (const [, names] of forms) {
      const known = new Map(names.map((name) => [districtKey(name), name]))
      for (const name of names) expect(known.get(knownDistrictKey(known, name, null) ?? '')).toBe(name)
    }
  })
})

test('two districts that a text may mean are none', () => {
  const known = new Map([
    ['asa norte', 'Asa Norte'],
    ['plano piloto', 'Plano Piloto'],
  ])
  expect(knownDistrictKey(known, 'Plano Piloto (Asa Norte)', null)).toBeNull()
  expect(knownDistrictKey(known, 'Plano Piloto', null)).toBe('plano piloto')
})

test('a reference in brackets is no other district', () => {
  expect(
    knownDistrictKey(new Map([['setor bueno', 'Setor Bueno']]), 'St. Bueno (perto do parque)', null),
  ).toBe('setor bueno')
})

test('one letter may be wrong, and never a figure', () => {
  for (const [one, other] of [
    ['jardin', 'jardim'],
    ['boavista', 'boa vista'],
    ['mraia', 'maria'],
    ['bibbi', 'bibi'],
  ])
    expect(isOneLetterAway(one ?? '', other ?? ''), `${one} ${other}`).toBe(true)
  for (const [one, other] of [
    ['cohab 1', 'cohab 2'],
    ['vila', 'vila'],
    ['abcd', 'badc'],
    ['a', 'abc'],
  ])
    expect(isOneLetterAway(one ?? '', other ?? ''), `${one} ${other}`).toBe(false)
})
