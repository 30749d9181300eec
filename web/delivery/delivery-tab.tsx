import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MapPoint } from '../../contract/delivery/points.ts'
import {
  readDeliveryConfig,
  readDeliveryHistory,
  saveDeliveryConfig,
  type DeliveryConfig,
  type DeliveryZone,
} from '../../contract/delivery/zones.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { ApplyElsewhere, useDraft } from '../settings/settings.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { AddressTester } from './quote/address-tester.tsx'
import { refreshDelivery, useDeliveryEvents } from './delivery-data.ts'
import styles from './delivery-tab.module.css'
import { FirstDistricts } from './zones/first-districts.tsx'
import { ImportDialog, MassDialog } from './zones/mass-dialogs.tsx'
import { ModifiersPart } from './modifiers/modifiers-part.tsx'
import { emptyForm, ZoneDialog } from './zones/zone-dialog.tsx'
import { csvOf, geoJsonOf } from './zones/zone-files.rules.ts'
import { formOf, type ZoneForm } from './zones/zone-form.rules.ts'
import { ListTools, ZoneList } from './zones/zone-list.tsx'
import type { MapDot } from './map/map-shapes.tsx'
import { MapTiles } from './map/map-tiles.tsx'
import { MapGround } from './map/map-ground.tsx'
import { ZoneMap } from './map/zone-map.tsx'

type Values = Readonly<{ zones: string }>

/** The draft is the whole list: its order decides. */
const zonesIn = (text: string): readonly DeliveryZone[] => JSON.parse(text) as DeliveryZone[]
const words = { zones: { label: 'Entrega', show: (text: string) => listWords(zonesIn(text)) } } as const

/** `6 áreas: Pertinho, Bairro…`: also a new order shows. */
function listWords(zones: readonly DeliveryZone[]): string {
  if (zones.length === 0) return 'nenhuma área'
  const first = zones.slice(0, 2).map(({ name }) => name)
  return `${plural(zones.length, 'área', 'áreas')}: ${first.join(', ')}${zones.length > 2 ? '…' : ''}`
}

/** Where the store delivers, for what fee and in what time. */
export function DeliveryTab({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readDeliveryConfig, {}, { storeId: store.id }))
  useDeliveryEvents(store.id)
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    )
  return (
    <MapTiles value={query.data.tiles}>
      <Delivery store={store} stores={stores} config={query.data} />
    </MapTiles>
  )
}

/** The list being changed; the settings' own bar saves it. */
function useZoneDraft(store: Store, config: DeliveryConfig) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const draft = useDraft<Values, readonly DeliveryZone[]>({
    saved: { zones: JSON.stringify(config.zones) },
    words,
    input: ({ zones }) => zonesIn(zones),
    send: async (zones) => {
      setProblems([])
      try {
        await ask(
          saveDeliveryConfig,
          { body: { zones: [...zones], version: config.version } },
          { storeId: store.id },
        )
      } catch (error) {
        if (error instanceof ApiError) setProblems(error.details.map(({ message }) => message))
        throw error
      } finally {
        await refreshDelivery()
      }
    },
  })
  const zones = zonesIn(draft.values.zones)
  const set = (next: readonly DeliveryZone[]) => {
    setProblems([])
    draft.set('zones', JSON.stringify(next))
  }
  return { zones, set, problems, changed: draft.changes.length > 0 }
}

type Opened = { readonly form: ZoneForm; readonly isNew: boolean } | 'mass' | 'import' | null

function Delivery({ store, stores, config }: StoreSectionProps & { readonly config: DeliveryConfig }) {
  const history = useQuery({
    ...queryFor(readDeliveryHistory, {}, { storeId: store.id }),
    staleTime: 600_000,
  })
  const { zones, set, problems, changed } = useZoneDraft(store, config)
  const [selected, setSelected] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const [pin, setPin] = useState<MapPoint | null>(null)
  const close = () => setOpened(null)
  const dots = history.data?.dots ?? []
  return (
    <MapGround value={history.data ?? null}>
      <div className={styles.page}>
        <div className={styles.column}>
          <section aria-labelledby="areas">
            <h2 id="areas">Áreas de entrega</h2>
            {zones.length === 0 ? (
              <p className={styles.note}>Sem áreas, a taxa de cada pedido é digitada à mão.</p>
            ) : (
              <ZoneList
                zones={zones}
                selected={selected}
                onSelect={setSelected}
                onOpen={(zone) => setOpened({ form: formOf(zone), isNew: false })}
                onOrder={set}
              />
            )}
            <ListTools
              empty={zones.length === 0}
              onNew={() => setOpened({ form: emptyForm(), isNew: true })}
              onMass={() => setOpened('mass')}
              onImport={() => setOpened('import')}
              onExport={(kind) => download(kind, zones, store)}
            />
            <Notes problems={problems} warnings={changed ? [] : config.warnings} />
          </section>
          <ModifiersPart store={store} stores={stores} zones={config.zones} />
          <AddressTester
            key={JSON.stringify(pin)}
            storeId={store.id}
            pin={pin}
            unsaved={changed}
            onClearPin={() => setPin(null)}
          />
          {history.data ? (
            <FirstDistricts
              districts={history.data.districts}
              orders={history.data.orders}
              zones={zones}
              onAdd={(more) => set([...zones, ...more])}
            />
          ) : null}
        </div>
        <ZoneMap
          // It fits what it shows once, and the history comes later than the zones.
          key={dots.length > 0 ? 'with-dots' : 'without'}
          label="Áreas de entrega e pedidos dos últimos 90 dias"
          zones={zones}
          store={config.store}
          dots={dots}
          selected={selected}
          pin={pin}
          onPoint={setPin}
        >
          <MapNote store={config.store} dots={dots.length} zones={zones} />
        </ZoneMap>
        <OpenDialog
          opened={opened}
          zones={zones}
          store={config.store}
          dots={dots}
          onZones={set}
          onClose={close}
        />
        <ApplyElsewhere
          store={store}
          stores={stores}
          action={{ kind: 'areas', from: store.id }}
          onDone={refreshDelivery}
        />
      </div>
    </MapGround>
  )
}

function OpenDialog({
  opened,
  zones,
  store,
  dots,
  onZones,
  onClose,
}: {
  readonly opened: Opened
  readonly zones: readonly DeliveryZone[]
  readonly store: MapPoint | null
  readonly dots: readonly MapDot[]
  readonly onZones: (zones: readonly DeliveryZone[]) => void
  readonly onClose: () => void
}) {
  return (
    <>
      {opened === 'mass' ? (
        <MassDialog
          zones={zones}
          onDone={(next) => {
            onZones(next)
            onClose()
          }}
          onClose={onClose}
        />
      ) : null}
      {opened === 'import' ? (
        <ImportDialog
          before={zones.length}
          onDone={(more, replace) => {
            onZones(replace ? more : [...zones, ...more])
            onClose()
          }}
          onClose={onClose}
        />
      ) : null}
      {opened !== null && typeof opened === 'object' ? (
        <ZoneDialog
          key={opened.form.id}
          form={opened.form}
          isNew={opened.isNew}
          zones={zones}
          store={store}
          dots={dots}
          onDone={(zone) => {
            onZones(opened.isNew ? [...zones, zone] : zones.map((one) => (one.id === zone.id ? zone : one)))
            onClose()
          }}
          onRemove={() => {
            onZones(zones.filter(({ id }) => id !== opened.form.id))
            onClose()
          }}
          onClose={onClose}
        />
      ) : null}
    </>
  )
}

function Notes({
  problems,
  warnings,
}: {
  readonly problems: readonly string[]
  readonly warnings: DeliveryConfig['warnings']
}) {
  return (
    <>
      {problems.length > 0 ? (
        <ul className={styles.wrong} role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      {warnings.length > 0 ? (
        <ul className={styles.warnings} aria-label="Confira">
          {warnings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** What the map cannot show, and what its dots are. */
function MapNote({
  store,
  dots,
  zones,
}: {
  readonly store: MapPoint | null
  readonly dots: number
  readonly zones: readonly DeliveryZone[]
}) {
  const shown = zones.filter(
    ({ shape }) => shape.kind === 'polygon' || (shape.kind === 'radius' && store),
  ).length
  const hidden = zones.length - shown
  return (
    <p className={styles.legend}>
      {dots > 0 ? (
        <span>
          <i /> entregas de 90 dias
        </span>
      ) : null}
      {hidden > 0 ? <span>{plural(hidden, 'área', 'áreas')} por nome ou CEP, sem desenho</span> : null}
      {store ? null : <span>Sem o ponto da loja</span>}
      {dots === 0 && hidden === 0 && store ? <span>Toque no mapa para testar um ponto</span> : null}
    </p>
  )
}

function download(kind: 'csv' | 'geojson', zones: readonly DeliveryZone[], store: Store): void {
  const text = kind === 'csv' ? csvOf(zones) : geoJsonOf(zones)
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/geo+json'
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = `entrega-${store.menuSlug}.${kind}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
