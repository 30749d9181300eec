import type { FoundPoint } from '../../../contract/delivery/quote.ts'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { FoundZone, MissingFact, ZipCodes } from './find-zone.rules.ts'

interface Answer {
  readonly place: {
    readonly district?: string | null | undefined
    readonly zipCode?: string | null | undefined
    readonly point?: MapPoint | null | undefined
    readonly pointSource?: FoundPoint['source'] | undefined
  }
  readonly hints?: { readonly zipCodes: ZipCodes | null; readonly district: string | null }
  readonly point: FoundPoint | null
  readonly found: FoundZone
}

/** How the address was found, and how exactly; null: by the words of the place itself. */
export function foundWords({ found, place, hints, point }: Answer): string | null {
  if (found.by === 'district' && !place.district && hints?.district)
    return `pelo bairro das entregas a este CEP: ${hints.district}`
  if (found.by === 'zipCode' && !place.zipCode && hints?.zipCodes)
    return `pelos CEPs das entregas a este bairro, ${zipCodeText(hints.zipCodes.from)} a ${zipCodeText(hints.zipCodes.to)}`
  if (found.by !== 'point' || !point || (place.point && !place.pointSource)) return null
  return pointWords(point)
}

/** What is missing, and what is known of the point. */
export function unknownWords({ place, point, found }: Answer, missing: MissingFact): string {
  switch (missing) {
    case 'store':
      return 'falta o ponto da loja no mapa, em Ajustes, Loja'
    case 'point':
      if (point && found.possible.length > 0)
        return `${pointWords(point)}: pode ser ${found.possible
          .slice(0, 3)
          .map(({ name }) => name)
          .join(' ou ')}`
      return 'nenhum bairro ou CEP bate, e falta o ponto do endereço'
    case 'zipCode':
      return 'nenhum bairro bate, e falta o CEP'
    case 'district':
      return place.point ? 'nenhum desenho tem este ponto, e falta o bairro' : 'falta o bairro'
  }
}

function pointWords({ source, metres }: FoundPoint): string {
  const about = metres === 0 ? '' : `, até ${metresText(metres)} de diferença`
  switch (source) {
    case 'map':
      return 'ponto marcado no mapa'
    case 'pin':
      return 'ponto enviado pelo cliente'
    case 'order':
      return 'ponto da última entrega neste endereço'
    case 'geocoder':
      return metres === 0 ? 'rua e número achados no mapa' : `rua achada no mapa${about}`
    case 'zip-code':
      return `pelas entregas a este CEP${about}`
    case 'district':
      return `pelas entregas a este bairro${about}`
  }
}

const metresText = (metres: number): string =>
  metres < 1_000
    ? `${metres}\u00a0m`
    : `${(metres / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })}\u00a0km`

const zipCodeText = (digits: string): string => `${digits.slice(0, 5)}-${digits.slice(5)}`
