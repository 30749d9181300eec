/**
 * Weekdays, months and Brazilian zones as `Intl` writes them in pt-BR (checked by a test). Hard-coded because
 * the first date formatter in a fresh browser loads zones and patterns for a sixth of a second on a phone,
 * which delays a first visit (docs/adr/0014-first-visit.md).
 */
export const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const
export const weekdaysShort = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const
export const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const

/** By IANA zone; zones outside Brazil use `Intl`. */
export const zones: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'de Brasília': 'Sao_Paulo Bahia Belem Fortaleza Recife Maceio Araguaina Santarem',
    'do Amazonas': 'Manaus Cuiaba Campo_Grande Porto_Velho Boa_Vista',
    'do Acre': 'Rio_Branco Eirunepe',
    'de Fernando de Noronha': 'Noronha',
  }).flatMap(([name, places]) => places.split(' ').map((place) => [`America/${place}`, `Horário ${name}`])),
)

/** Cities that name an IANA zone, as they are spelled here. */
export const places: Readonly<Record<string, string>> = {
  'Sao Paulo': 'São Paulo',
  Belem: 'Belém',
  Maceio: 'Maceió',
  Araguaina: 'Araguaína',
  Santarem: 'Santarém',
  Cuiaba: 'Cuiabá',
  Eirunepe: 'Eirunepé',
  Noronha: 'Fernando de Noronha',
}
