import { useId, type ReactNode } from 'react'
import type { ItemWishView, MenuOptionChannel } from '../../../contract/menu/item-wishes.ts'
import type { MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Problem } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { money, plural } from '../../words/format.ts'
import { WishLine } from '../channel-wishes.tsx'
import { resendOption } from '../menu-actions.ts'
import {
  movedOption,
  newOption,
  optionProblem,
  withNewChannels,
  type TypedOption,
} from './group-options.rules.ts'
import styles from './menu-editor.module.css'
import { PlaceButtons } from './place-buttons.tsx'

type MenuOption = MenuOptionGroup['options'][number]

/** The options of a group as they are typed, with what marketplaces show of each. */
export function OptionRows({
  storeId,
  group,
  options,
  tried,
  onChange,
}: {
  readonly storeId: string
  /** As it is now; null: a new one. */
  readonly group: MenuOptionGroup | null
  readonly options: readonly TypedOption[]
  readonly tried: boolean
  readonly onChange: (options: readonly TypedOption[]) => void
}) {
  return (
    <>
      <h3 className={styles.part}>{plural(options.length, 'opção', 'opções')}</h3>
      <Stack as="ul" gap={4} className={styles.options}>
        {options.map((option, index) => {
          const now = group?.options.find(({ id }) => id === option.id)
          return (
            <OptionRow
              key={option.key}
              place={index + 1}
              option={withNewChannels(option, now)}
              problem={tried ? optionProblem(option) : null}
              there={<OptionChannels storeId={storeId} option={now} />}
              onChange={(changed) =>
                onChange(options.map((one) => (one.key === changed.key ? changed : one)))
              }
              onStep={(by) => {
                const moved = movedOption(options, option.key, by)
                return moved === options ? null : () => onChange(moved)
              }}
              onDelete={
                options.length > 1 ? () => onChange(options.filter((one) => one.key !== option.key)) : null
              }
            />
          )
        })}
      </Stack>
      <div>
        <Button variant="soft" icon="plus" onClick={() => onChange([...options, newOption()])}>
          Incluir opção
        </Button>
      </div>
    </>
  )
}

function OptionRow({
  place,
  option,
  problem,
  there,
  onChange,
  onStep,
  onDelete,
}: {
  readonly place: number
  readonly option: TypedOption
  readonly problem: string | null
  readonly there: ReactNode
  readonly onChange: (changed: TypedOption) => void
  readonly onStep: (by: -1 | 1) => (() => void) | null
  readonly onDelete: (() => void) | null
}) {
  const id = useId()
  const which = option.name.trim() || `opção ${String(place)}`
  const field = (name: 'name' | 'price' | 'most', words: string, numeric: boolean) => (
    <span data-field={name}>
      <label htmlFor={`${id}-${name}`}>{words}</label>
      <input
        id={`${id}-${name}`}
        autoComplete="off"
        inputMode={numeric ? 'decimal' : undefined}
        maxLength={numeric ? 14 : 150}
        value={option[name]}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange({ ...option, [name]: event.target.value })}
      />
    </span>
  )
  return (
    <li>
      {field('name', 'Opção', false)}
      {field('price', 'Preço (R$)', true)}
      {field('most', 'Até', true)}
      <Row as="label" gap={10} className={styles.check}>
        <input
          type="checkbox"
          checked={option.sold}
          onChange={(event) => onChange({ ...option, sold: event.target.checked })}
        />
        À venda
      </Row>
      <span className={styles.optionEnd}>
        <PlaceButtons name={which} onStep={onStep} />
        <Button
          variant="ghost"
          icon="close"
          aria-label={`Tirar ${which}`}
          disabledReason={onDelete ? null : 'Um grupo tem ao menos uma opção.'}
          onClick={() => onDelete?.()}
        />
      </span>
      {option.channels.map((channel) => (
        <span key={channel.merchantId} data-field="channel">
          <label htmlFor={`${id}-${channel.merchantId}`}>
            Preço {withChannel('em', channel.platform)} (R$)
          </label>
          <input
            id={`${id}-${channel.merchantId}`}
            autoComplete="off"
            inputMode="decimal"
            maxLength={14}
            value={channel.price}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-more`}
            onChange={(event) => onChange(withChannelPrice(option, channel.merchantId, event.target.value))}
          />
        </span>
      ))}
      <div className={styles.there}>{there}</div>
      <Problem id={`${id}-more`} strong size={3} className={styles.problem} aria-live="polite">
        {problem}
      </Problem>
    </li>
  )
}

const withChannelPrice = (option: TypedOption, merchantId: string, price: string): TypedOption => ({
  ...option,
  channels: option.channels.map((one) => (one.merchantId === merchantId ? { ...one, price } : one)),
})

/** What each marketplace shows of an option. */
function OptionChannels({
  storeId,
  option,
}: {
  readonly storeId: string
  readonly option: MenuOption | undefined
}) {
  if (!option) return null
  return (option.channels ?? []).flatMap(({ platform, merchantId, priceCents, wishes }) =>
    wishes.map((wish) => (
      <WishLine
        key={`${merchantId} ${wish.about}`}
        wish={wish}
        againText={againText(wish, option, { platform, priceCents })}
        onAgain={() => resendOption(storeId, option, { platform, about: wish.about })}
      />
    )),
  )
}

function againText(
  { about, state }: ItemWishView,
  { status }: MenuOption,
  { platform, priceCents }: Pick<MenuOptionChannel, 'platform' | 'priceCents'>,
): string {
  if (state === 'refused') return 'Enviar de novo'
  const em = withChannel('em', platform)
  if (about === 'price' && priceCents !== null) return `Voltar a ${money(priceCents)} ${em}`
  return status === 'AVAILABLE' ? `Vender de novo ${em}` : `Pausar ${em} também`
}
