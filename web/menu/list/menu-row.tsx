import { useNow } from '../../browser/clock.ts'
import { Awning } from '../../marks/awning.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plural } from '../../words/format.ts'
import { ChannelWishes } from '../channel-wishes.tsx'
import { DishPicture } from '../dish-picture.tsx'
import {
  entriesWith,
  pausedIn,
  priceText,
  saleText,
  type MenuRow,
  type StoreItem,
} from './menu-rows.rules.ts'
import { pauseText } from '../menu.rules.ts'
import { Muted, Problem } from '../../kit/text.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './menu-row.module.css'
import { StoreDots } from './store-dots.tsx'
import type { MenuView } from '../menu-view.ts'

interface RowProps {
  readonly row: MenuRow
  readonly view: MenuView
  readonly onOpen: () => void
  /** At once, without the sheet: offered where the row is of one store. */
  readonly onResume: () => void
  readonly busy: boolean
  /** Null: several stores sell it, and editing is offered store by store in the sheet. */
  readonly onEdit: (() => void) | null
  readonly editRefusal: string | null
}

/** A dish with its picture, price and where it is sold. The whole row opens its sheet. */
export function MenuRowView({ row, view, onOpen, onResume, busy, onEdit, editRefusal }: RowProps) {
  const paused = pausedIn(row)
  const off = paused.length === row.entries.length
  const alone = view.stores.length === 1
  const resumes = alone && off
  const verb = off ? 'Voltar a vender' : 'Pausar'
  const price = priceText(row)
  const [first, ...others] = row.entries
  /** The only one of several stores: named, without a mark for each of the rest. */
  const seller = !alone && others.length === 0 ? first : undefined
  return (
    <article className={styles.row} data-alone={alone}>
      <DishPicture url={row.photoUrl} off={off} />
      <div className={styles.about}>
        <h3>
          <button type="button" data-row={row.key} className={styles.open} onClick={onOpen}>
            {row.name}
          </button>
        </h3>
        {row.description ? <p className={styles.description}>{row.description}</p> : null}
        <Notes row={row} alone={alone} />
      </div>
      <p className={styles.price} data-missing={price === null}>
        {price ?? 'Sem preço'}
      </p>
      <Stack gap={4} className={styles.sale}>
        {seller ? null : <StoreDots row={row} stores={view.stores} marks={view.marks} />}
        <Row as="p" gap={6} data-paused={paused.length > 0}>
          {seller ? <Awning mark={view.marks.get(seller.store.id)} size={20} /> : null}
          {saleText(row, view.stores.length)}
        </Row>
      </Stack>
      <div className={styles.actions}>
        <Button
          variant={resumes ? 'soft' : 'ghost'}
          busy={busy}
          aria-label={`${verb} ${row.name}`}
          onClick={resumes ? onResume : onOpen}
        >
          {verb}
        </Button>
        {onEdit ? (
          <Button
            variant="ghost"
            aria-label={`Editar ${row.name}`}
            disabledReason={editRefusal}
            onClick={onEdit}
          >
            Editar
          </Button>
        ) : null}
      </div>
    </article>
  )
}

/** What customers miss, how long the pause lasts, and what a marketplace refused. */
function Notes({ row, alone }: { readonly row: MenuRow; readonly alone: boolean }) {
  const noPhoto = entriesWith(row, 'photo').length
  const [only] = row.entries
  const wishes = ({ item }: StoreItem) => item.channels.flatMap((channel) => channel.wishes ?? [])
  const refused = row.entries.filter((entry) => wishes(entry).some(({ state }) => state === 'refused'))
  const outside = row.entries.filter((entry) => wishes(entry).some(({ state }) => state === 'outside'))
  const missing = [
    ...(noPhoto === 0 ? [] : [noPhoto === row.entries.length ? 'Sem foto' : `Sem foto ${inStores(noPhoto)}`]),
    ...(row.description === '' ? ['Sem descrição'] : []),
  ]
  return (
    <>
      {missing.length > 0 ? <Muted size={2}>{missing.join(' · ')}</Muted> : null}
      {alone && only ? <StoreNotes entry={only} /> : null}
      {!alone && refused.length > 0 ? (
        <Row as="p" wrap className={styles.refusal}>
          <Icon name="alert" size={16} /> O canal não aceitou uma mudança {inStores(refused.length)}
        </Row>
      ) : null}
      {!alone && outside.length > 0 ? (
        <Row as="p" wrap className={styles.refusal}>
          <Icon name="alert" size={16} /> Diferente no canal {inStores(outside.length)}
        </Row>
      ) : null}
    </>
  )
}

const inStores = (count: number): string => `em ${plural(count, 'loja', 'lojas')}`

/** Of one store's item: the pause in full, and what each marketplace shows; `whole`: also what is as it should be. */
export function StoreNotes({
  entry: { store, item },
  whole = false,
}: {
  readonly entry: StoreItem
  readonly whole?: boolean
}) {
  const now = useNow(30_000)
  return (
    <>
      {item.pause ? (
        <Problem strong size={2}>
          {pauseText(item.pause, now, store.address.timezone)} Por {item.pause.byName}
          {item.pause.reason ? `: ${item.pause.reason}` : ''}.
        </Problem>
      ) : null}
      <ChannelWishes storeId={store.id} item={item} whole={whole} />
    </>
  )
}
