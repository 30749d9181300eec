import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GroupDay } from '../../../contract/groups/group-day.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { useSignedIn } from '../../identity/session.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Awning } from '../../marks/awning.tsx'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import { frontOf, type Front } from '../../stores/street.rules.ts'
import { moneyShort, plural } from '../../words/format.ts'
import { toStore } from '../to-store.ts'
import { useMyStores } from '../use-my-stores.ts'
import { drawing, mapRegions, storesForMap, type MapMark, type MapRegion } from './map-regions.rules.ts'
import styles from './group-map.module.css'

/** A store of the map and of its table; without a point it is in the table alone. */
interface StoreOnMap {
  readonly storeId: string
  readonly name: string
  readonly mark: StoreMark | undefined
  /** District and town. */
  readonly place: string
  readonly city: string
  readonly point: { readonly lat: number; readonly lng: number } | null
  /** Null while the present state loads. */
  readonly front: Front | null
  readonly net: number
}

interface MapProps {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
}

/**
 * Where the stores are, with their state now and what they sold, and the same as a table. With fewer than five points the table is
 * alone; with fewer than five stores there is neither.
 */
export function GroupMap({ report, marks }: MapProps) {
  const stores = useStoresOnMap({ report, marks })
  const placed = stores.flatMap(({ storeId, point }) => (point ? [{ storeId, ...point }] : []))
  if (stores.length < storesForMap) return null
  const drawn = placed.length >= storesForMap
  const byId = new Map(stores.map((store) => [store.storeId, store]))
  const missing = stores.length - placed.length
  return (
    <section aria-labelledby="map">
      <Row as="header" gap={14} align="baseline" wrap className={styles.heading}>
        <h2 id="map">Onde estão</h2>
        <Muted size={2}>
          {drawn
            ? `${plural(placed.length, 'loja', 'lojas')} no mapa`
            : `O mapa pede ${storesForMap} lojas com o ponto no endereço`}
          {missing > 0
            ? `, ${missing} ${drawn ? 'só na tabela: falta o ponto no endereço' : 'estão sem ele'}`
            : ''}
          .
        </Muted>
      </Row>
      <div className={styles.both}>
        {drawn ? (
          <div className={styles.maps}>
            {mapRegions(placed).map((region) => (
              <Region key={region.storeIds.join(' ')} region={region} stores={byId} />
            ))}
          </div>
        ) : null}
        <StoreTable report={report} stores={stores} />
      </div>
    </section>
  )
}

function useStoresOnMap({ report, marks }: MapProps): readonly StoreOnMap[] {
  const { access } = useSignedIn()
  const mine = useMyStores()
  // The fronts keep the same reply up to date.
  const now = useQuery({ ...queryFor(readStoresNow, { query: {} }), enabled: access.length > 0 })
  const at = new Date(now.data?.generatedAt ?? report.generatedAt)
  return report.stores.map((store) => {
    const address = mine.find(({ id }) => id === store.storeId)?.address
    const present = now.data?.stores.find(({ storeId }) => storeId === store.storeId)
    const { lat = null, lng = null, district = '', city = '' } = address ?? {}
    return {
      storeId: store.storeId,
      name: store.name,
      mark: marks.get(store.storeId),
      place: [district, city].filter((word) => word !== '').join(', '),
      city,
      point: lat === null || lng === null ? null : { lat, lng },
      front: present ? frontOf(present, store.timezone, at) : null,
      net: netCents(store.totals),
    }
  })
}

type Known = ReadonlyMap<string, StoreOnMap>

function Region({ region, stores }: { readonly region: MapRegion; readonly stores: Known }) {
  const cities = [...new Set(region.storeIds.flatMap((id) => stores.get(id)?.city || []))]
  const { width } = drawing
  // The scale has a strip of its own below the marks.
  const height = drawing.height + 28
  return (
    <figure className={styles.region}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {region.marks.map((mark) => (
          <Mark key={mark.storeIds.join(' ')} mark={mark} stores={stores} />
        ))}
        <path className={styles.scale} d={`M12 ${height - 12}h${region.scale.length}`} />
        <text className={styles.length} x="12" y={height - 18}>
          {region.scale.words}
        </text>
      </svg>
      <figcaption>
        {cities.slice(0, 2).join(' e ') || 'Sem cidade'}
        {cities.length > 2 ? ` e mais ${cities.length - 2}` : ''}
      </figcaption>
    </figure>
  )
}

function Mark({ mark, stores }: { readonly mark: MapMark; readonly stores: Known }) {
  const own = mark.storeIds.flatMap((id) => stores.get(id) ?? [])
  return (
    <g transform={`translate(${mark.x} ${mark.y})`} className={styles.mark} data-state={worstOf(own)}>
      <title>{own.map(({ name, front }) => `${name}: ${lineOf(front)}`).join('\n')}</title>
      <circle r="17" />
      <text textAnchor="middle" dominantBaseline="central">
        {own.length === 1 ? own[0]?.mark?.code : own.length}
      </text>
    </g>
  )
}

/** What a mark says of several stores: the state of the one that needs most. */
function worstOf(stores: readonly StoreOnMap[]): string {
  if (stores.some(({ front }) => front?.late)) return 'late'
  const states = stores.flatMap(({ front }) => front?.drawing.state ?? [])
  return states.find((state) => state === 'paused') ?? states.find((state) => state === 'closed') ?? 'open'
}

const lineOf = (front: Front | null): string =>
  front ? [front.late, front.line].filter(Boolean).join(', ') : 'Carregando'

function StoreTable({
  report,
  stores,
}: {
  readonly report: GroupDay
  readonly stores: readonly StoreOnMap[]
}) {
  return (
    <div className={styles.scroller} role="region" aria-label="As lojas do mapa" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Loja</th>
            <th scope="col" className={styles.beside}>
              Onde
            </th>
            <th scope="col">Agora</th>
            <th scope="col">{report.running ? 'Hoje' : 'No dia'}</th>
          </tr>
        </thead>
        <tbody>
          {stores.map(({ storeId, name, mark, place, point, front, net }) => (
            <tr key={storeId}>
              <th scope="row">
                <Link
                  to="/reports/daily"
                  search={report.running ? {} : { day: report.day }}
                  onClick={() => toStore(storeId)}
                >
                  <Awning mark={mark} size={18} />
                  <span>{name}</span>
                </Link>
                <Muted as="small" block className={styles.below}>
                  {place}
                </Muted>
              </th>
              <td className={styles.beside}>
                {place || '–'}
                {point ? null : <Muted as="small"> (sem ponto)</Muted>}
              </td>
              <td>{lineOf(front)}</td>
              <td>{moneyShort(net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
