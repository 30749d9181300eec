import { useState } from 'react'
import { districtKey } from '../../../contract/delivery/district-name.ts'
import { knownDistrictKey } from '../../../contract/delivery/known-district.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { Button } from '../../ui/button.tsx'
import { money, percent, plural } from '../../words/format.ts'
import styles from '../delivery-tab.module.css'

interface District {
  readonly name: string
  readonly orders: number
  readonly feeCents: number
}

/** Without areas they are the way to begin; beside areas a few are enough. */
const atFirst = { begin: 8, more: 4 }

/** "Bairros que já pediram": one tap each makes a zone with the fee that most of its orders paid. */
export function FirstDistricts({
  districts,
  orders,
  zones,
  onAdd,
}: {
  readonly districts: readonly District[]
  readonly orders: number
  readonly zones: readonly DeliveryZone[]
  readonly onAdd: (zones: readonly DeliveryZone[]) => void
}) {
  const [all, setAll] = useState(false)
  const known = new Map(
    zones.flatMap(({ shape }) =>
      shape.kind === 'district'
        ? shape.districts.flatMap(({ name, aliases }) =>
            [name, ...aliases].map((written) => [districtKey(written), name] as const),
          )
        : [],
    ),
  )
  const open = districts.filter(({ name }) => knownDistrictKey(known, name, null) === null)
  if (open.length === 0 || orders === 0) return null
  const served = 1 - open.reduce((sum, one) => sum + one.orders, 0) / orders
  const shown = all ? open : open.slice(0, zones.length === 0 ? atFirst.begin : atFirst.more)
  return (
    <section aria-labelledby="pediram">
      <h2 id="pediram">Bairros que já pediram</h2>
      <p className={styles.note}>
        {zones.length === 0
          ? 'Toque nos que você atende. Cada um entra com a taxa mais usada nele.'
          : `Estes ainda não têm área pelo nome. Os que têm somam ${percent(served, 0)} das entregas de 90 dias.`}
      </p>
      <ul className={styles.districts}>
        {shown.map((one) => (
          <li key={one.name}>
            <Button variant="ghost" icon="plus" onClick={() => onAdd([zoneOfDistrict(one)])}>
              <b>{one.name}</b>
              <small>
                {plural(one.orders, 'pedido', 'pedidos')}, taxa de {money(one.feeCents)}
              </small>
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        {open.length > shown.length ? (
          <Button variant="ghost" onClick={() => setAll(true)}>
            Ver os {open.length}
          </Button>
        ) : null}
        {shown.length > 1 ? (
          <Button variant="ghost" onClick={() => onAdd(shown.map(zoneOfDistrict))}>
            Pôr estes {shown.length}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const zoneOfDistrict = ({ name, feeCents }: District): DeliveryZone => ({
  id: crypto.randomUUID(),
  name: name.slice(0, 60),
  shape: { kind: 'district', districts: [{ name, aliases: [] }] },
  deny: false,
  feeCents: Math.min(100_000, feeCents),
  minutes: { min: 40, max: 55 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})
