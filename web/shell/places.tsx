import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Hidden } from '../ui/hidden.tsx'
import styles from './shell.module.css'

interface Place {
  readonly to: '/menu' | '/menu/orders' | '/cardapio' | '/lojas' | '/settings'
  readonly icon: IconName
  readonly label: string
  readonly exact: boolean
}

const places: readonly Place[] = [
  { to: '/menu', icon: 'home', label: 'Início', exact: true },
  { to: '/menu/orders', icon: 'order', label: 'Pedidos', exact: false },
  { to: '/cardapio', icon: 'bag', label: 'Cardápio', exact: false },
]
const stores: Place = { to: '/lojas', icon: 'shop', label: 'Lojas', exact: false }
const settings: Place = { to: '/settings', icon: 'settings', label: 'Ajustes', exact: false }

/** Navigation entries in order; reports are shown to managers. Five fit on the phone: the stores are reached from home. */
export function Places({
  waiting,
  reports,
  wide,
}: {
  readonly waiting: number
  readonly reports: ReactNode
  readonly wide: boolean
}) {
  return (
    <>
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} waiting={waiting} />
      ))}
      {reports}
      {wide ? <PlaceLink place={stores} waiting={waiting} /> : null}
      <PlaceLink place={settings} waiting={waiting} />
    </>
  )
}

function PlaceLink({ place, waiting }: { readonly place: Place; readonly waiting: number }) {
  return (
    <Link to={place.to} activeOptions={{ exact: place.exact }} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={place.icon} />
      {place.label}
      {place.to === '/menu/orders' && waiting > 0 ? (
        <b className={styles.badge}>
          {waiting}
          <Hidden> esperando aceite</Hidden>
        </b>
      ) : null}
    </Link>
  )
}
