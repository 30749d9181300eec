import { lookup } from '../shared/lookup.ts'
import { folded } from '../shared/folded.ts'

/** Holidays by the laws of the states, that have the same date each year. */
const ofStates: Readonly<Record<string, readonly (readonly [monthDay: string, name: string])[]>> = {
  AC: [['06-15', 'Aniversário do Acre']],
  AL: [['09-16', 'Emancipação de Alagoas']],
  AM: [['09-05', 'Elevação do Amazonas a província']],
  AP: [['09-13', 'Criação do Amapá']],
  BA: [['07-02', 'Independência da Bahia']],
  CE: [
    ['03-19', 'São José'],
    ['03-25', 'Data Magna do Ceará'],
  ],
  GO: [['07-26', 'Fundação da Cidade de Goiás']],
  MA: [['07-28', 'Adesão do Maranhão']],
  MS: [['10-11', 'Criação de Mato Grosso do Sul']],
  PA: [['08-15', 'Adesão do Pará']],
  PB: [['08-05', 'Fundação da Paraíba']],
  PE: [['03-06', 'Data Magna de Pernambuco']],
  PI: [['10-19', 'Dia do Piauí']],
  PR: [['12-19', 'Emancipação do Paraná']],
  RJ: [['04-23', 'São Jorge']],
  RN: [['10-03', 'Mártires de Cunhaú e Uruaçu']],
  RO: [['01-04', 'Criação de Rondônia']],
  RR: [['10-05', 'Criação de Roraima']],
  RS: [['09-20', 'Revolução Farroupilha']],
  SE: [['07-08', 'Emancipação de Sergipe']],
  SP: [['07-09', 'Revolução Constitucionalista']],
  TO: [['10-05', 'Criação do Tocantins']],
}

const ofTowns: Readonly<Record<string, readonly (readonly [monthDay: string, name: string])[]>> = {
  'belo horizonte MG': [
    ['08-15', 'Assunção de Nossa Senhora'],
    ['12-08', 'Imaculada Conceição'],
  ],
  'curitiba PR': [['09-08', 'Nossa Senhora da Luz']],
  'manaus AM': [
    ['10-24', 'Aniversário de Manaus'],
    ['12-08', 'Nossa Senhora da Conceição'],
  ],
  'porto alegre RS': [['02-02', 'Nossa Senhora dos Navegantes']],
  'recife PE': [
    ['06-24', 'São João'],
    ['07-16', 'Nossa Senhora do Carmo'],
    ['12-08', 'Nossa Senhora da Conceição'],
  ],
  'rio de janeiro RJ': [['01-20', 'São Sebastião']],
  'salvador BA': [
    ['06-24', 'São João'],
    ['12-08', 'Nossa Senhora da Conceição'],
  ],
  'sao paulo SP': [['01-25', 'Aniversário de São Paulo']],
}

export interface YearlyHoliday {
  /** `MM-DD`. */
  readonly monthDay: string
  readonly name: string
}

/** What is known of a place; a town has more, which its people write themselves. */
export function regionalHolidays(state: string, city: string): readonly YearlyHoliday[] {
  const town = folded(city)
  return [...(lookup(ofStates, state) ?? []), ...(ofTowns[`${town} ${state}`] ?? [])]
    .map(([monthDay, name]) => ({ monthDay, name }))
    .toSorted((a, b) => (a.monthDay < b.monthDay ? -1 : 1))
}
