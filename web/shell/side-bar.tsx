import { Link } from '@tanstack/react-router'
import type { RoleName } from '../../contract/shared/access.ts'
import { hasRoleSomewhere, signOut, useSignedIn, type SignedIn } from '../identity/session.ts'
import { useStoresNow } from '../home/stores-now.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { plural } from '../words/format.ts'
import { HelpButton, LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './shell.module.css'

/** Navigation on wide screens. */
export function SideBar({ waiting }: { readonly waiting: number }) {
  const session = useSignedIn()
  return (
    <nav className={styles.side} aria-label="Principal">
      <Logo />
      <div className={styles.places}>
        <Places waiting={waiting} />
      </div>
      <Stack gap={2} className={styles.foot}>
        <StoresNow />
        <Row justify="between" className={styles.liveRow}>
          <LiveDot />
          <HelpButton labelled />
        </Row>
        {/* Named without its words too: the narrow bar shows none. */}
        <Link to="/conta" className={styles.who} title={`Minha conta: ${session.name}`}>
          <Icon name="user" />
          <span>
            <Hidden>Minha conta: </Hidden>
            <b>{session.name}</b>
            {standingOf(session)}
          </span>
        </Link>
        <div className={styles.actions}>
          <ThemeButton labelled />
          <button type="button" onClick={() => void signOut()}>
            <Icon name="leave" /> Sair
          </button>
        </div>
      </Stack>
    </nav>
  )
}

/** `gerente, 2 lojas`; an owner needs no title. */
function standingOf(session: SignedIn): string {
  const stores = plural(session.access.length, 'loja', 'lojas')
  if (session.isRoot) return `suporte, ${stores}`
  const highest = (['owner', 'manager', 'basic'] as const).find((role) => hasRoleSomewhere(session, role))
  const title = highest === undefined ? null : titles[highest]
  return title ? `${title}, ${stores}` : stores
}

const titles: Readonly<Record<RoleName, string | null>> = {
  owner: null,
  manager: 'gerente',
  basic: 'atendente',
}

function StoresNow() {
  const { data } = useStoresNow()
  if (!data) return null
  return (
    <Stack gap={6} className={styles.stores} tabIndex={0} role="region" aria-label="Lojas agora">
      <h2>
        Lojas agora
        <small>
          {data.stores.filter((store) => store.status.open).length} de {data.stores.length}
          <Hidden> abertas</Hidden>
        </small>
      </h2>
      <Stack as="ul" gap={4}>
        {data.stores.map(({ storeId, name, status }) => {
          const state = status.open
            ? 'aberta'
            : status.reasons.some(({ code }) => code === 'store-paused')
              ? 'pausada'
              : 'fechada'
          return (
            <li key={storeId} title={`${name}: ${state}. ${status.reasons[0]?.message ?? ''}`}>
              <i className={styles.storeDot} data-state={state} />
              <span>
                {name}
                <Hidden>: {state}</Hidden>
              </span>
            </li>
          )
        })}
      </Stack>
    </Stack>
  )
}
