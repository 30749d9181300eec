import { Link } from '@tanstack/react-router'
import { orderTypes } from '../../../../contract/orders/kinds.ts'
import { orderTypeNames } from '../../../../contract/orders/labels.ts'
import type { Store } from '../../../../contract/stores/stores.ts'
import { RainLines } from '../../../delivery/delivery.ts'
import { isManagerSomewhere, useSignedIn } from '../../../identity/session.ts'
import { openGuide } from '../../../tutorials/tutorials.ts'
import { useIsPhone } from '../../../kit/breakpoints.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SelectField } from '../../../ui/text-field.tsx'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import styles from './board-menu.module.css'
import type { BoardLayout } from '../board-search.ts'
import { withDensity, type BoardView, type Tool } from '../board-view.ts'
import { play, soundOff, soundOn, useSoundState } from '../../../browser/sounds.ts'
import type { Shown } from '../../problems/problem-pill.tsx'

export interface LayoutChoice {
  readonly layout: BoardLayout
  readonly setLayout: (layout: BoardLayout) => void
  readonly enterTv: () => void
}

interface MenuProps {
  readonly stores: readonly Store[]
  readonly view: BoardView
  readonly layout: LayoutChoice
  /** Couriers of the orders on the board. */
  readonly motoboys: readonly (readonly [id: string, name: string])[]
  readonly watched: readonly Shown[]
  readonly onView: (view: BoardView) => void
  readonly onHelp: () => void
  readonly onTool: (tool: Tool) => void
}

const types = orderTypes.map((type) => [type, orderTypeNames[type]] as const)

/** Everything about the board that is not needed every minute. */
export function BoardMenu(props: MenuProps) {
  return (
    <Popover label="Mais opções" icon="more" className={styles.open}>
      {(close) => <Entries {...props} close={close} />}
    </Popover>
  )
}

function Entries({
  stores,
  view,
  layout,
  motoboys,
  watched,
  onView,
  onHelp,
  onTool,
  close,
}: MenuProps & { readonly close: () => void }) {
  const phone = useIsPhone()
  const then = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <Stack gap={10} className={styles.menu}>
      <div className={styles.group} role="group" aria-label="Disposição">
        <Entry
          icon="columns"
          aria-pressed={layout.layout === 'board'}
          onClick={then(() => layout.setLayout('board'))}
        >
          Colunas
        </Entry>
        <Entry
          icon="list"
          aria-pressed={layout.layout === 'list'}
          onClick={then(() => layout.setLayout('list'))}
        >
          Lista
        </Entry>
        <Entry
          icon="compact"
          aria-pressed={view.compact}
          onClick={then(() => onView(withDensity(view, !view.compact)))}
        >
          Compacto
        </Entry>
        {phone ? null : (
          <Entry icon="tv" onClick={then(layout.enterTv)}>
            Tela da cozinha
          </Entry>
        )}
      </div>
      <div className={styles.group}>
        {phone ? (
          <Entry icon="pace" onClick={then(() => onTool('pace'))}>
            Movimento
          </Entry>
        ) : null}
        <Entry icon="shop" onClick={then(() => onTool('why'))}>
          Por que está fechada?
        </Entry>
        <Entry
          icon="check"
          aria-pressed={view.choosing}
          onClick={then(() => onView({ ...view, choosing: !view.choosing }))}
        >
          Escolher vários
        </Entry>
        {phone ? null : (
          <Entry icon="info" onClick={then(onHelp)}>
            Atalhos
          </Entry>
        )}
      </div>
      <RainLines stores={stores} />
      <SoundEntries />
      <Stack gap={10}>
        <SelectField
          label="Tipo"
          value={view.type ?? ''}
          options={[['', 'Todos os tipos'], ...types]}
          onChange={(event) =>
            onView({ ...view, type: types.find(([type]) => type === event.target.value)?.[0] ?? null })
          }
        />
        {motoboys.length > 0 ? (
          <SelectField
            label="Entregador"
            value={view.motoboyId ?? ''}
            options={[['', 'Todos os entregadores'], ...motoboys]}
            onChange={(event) => onView({ ...view, motoboyId: event.target.value || null })}
          />
        ) : null}
      </Stack>
      <Hints watched={watched} />
      {phone ? <PhoneEntries then={then} /> : null}
    </Stack>
  )
}

/** In the frame of a wide screen. */
function PhoneEntries({ then }: { readonly then: (act: () => void) => () => void }) {
  const session = useSignedIn()
  const manages = isManagerSomewhere(session)
  return (
    <>
      <Entry icon="info" onClick={then(() => openGuide(''))}>
        Ajuda desta tela
      </Entry>
      {manages && session.access.length > 1 ? (
        <Link to="/lojas" className={styles.place}>
          <Icon name="shop" />
          Lojas
        </Link>
      ) : null}
      {manages ? (
        <Link to="/settings" className={styles.place}>
          <Icon name="settings" />
          Ajustes
        </Link>
      ) : null}
      <Link to="/conta" className={styles.place}>
        <Icon name="user" />
        Minha conta, tema e sair
      </Link>
    </>
  )
}

const Entry = (props: ButtonProps) => <Button variant="ghost" {...props} className={styles.entry ?? ''} />

function SoundEntries() {
  const sound = useSoundState()
  return (
    <div className={styles.group} role="group" aria-label="Som">
      {sound === 'on' ? (
        <>
          <Entry icon="bell" onClick={() => play('new')}>
            Testar o som
          </Entry>
          <Entry icon="bell-off" onClick={soundOff}>
            Desligar o som
          </Entry>
        </>
      ) : (
        <Entry icon="bell" onClick={soundOn}>
          Ligar o som
        </Entry>
      )}
    </div>
  )
}

/** What works, but could be better. */
function Hints({ watched }: { readonly watched: readonly Shown[] }) {
  const hints = watched.filter(({ level }) => level === 'hint')
  if (hints.length === 0) return null
  return (
    <Stack as="ul" gap={10} className={styles.hints} aria-label="Dá para melhorar neste aparelho">
      {hints.map((hint) => (
        <li key={hint.name}>
          <b>{hint.words}</b>
          <Muted size={2}>{hint.repair}</Muted>
          {hint.tools ? (
            <Row wrap className={styles.tools}>
              {hint.tools}
            </Row>
          ) : null}
        </li>
      ))}
    </Stack>
  )
}
