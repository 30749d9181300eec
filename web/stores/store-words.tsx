import { channelName, withChannel, type Platform } from '../../contract/shared/channels.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import { merchantIdOf, type Store } from '../../contract/stores/stores.ts'
import { ChoiceList } from '../ui/sentence/choice-list.tsx'
import { Said, Word } from '../ui/sentence/sentence.tsx'
import { choose, useSelection } from './selection.ts'
import { StorePanel } from './store-panel.tsx'
import { storesText } from './store-words.rules.ts'

/**
 * The words of a sentence that choose the stores, for all screens together: "em Brasa & Cia e Temaki do
 * Largo". A person with one store reads its name and has nothing to press.
 */
export function StoreWords({
  minimum,
  before = 'em',
}: {
  readonly minimum: RoleName
  /** The connecting word; empty at the start of a sentence. */
  readonly before?: string
}) {
  const selection = useSelection(minimum)
  const { choosable, ready, choice } = selection
  if (ready && choosable.length < 2) {
    const [only] = choosable
    return only ? (
      <>
        {before ? <Said>{before}</Said> : null}
        <Said strong>{only.name}</Said>
      </>
    ) : null
  }
  const text = ready ? storesText(selection) : unknownStores(choice)
  const [long, short] = before === '' ? [capital(text.long), capital(text.short)] : [text.long, text.short]
  return (
    <Word
      label="Mudar lojas"
      title="lojas"
      text={long}
      short={short}
      shortens={3}
      tab={long === text.long && !selection.narrowed ? 'todas' : short}
      {...(before ? { before } : {})}
    >
      {(close) => <StorePanel minimum={minimum} close={close} />}
    </Word>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Before the names have loaded. */
function unknownStores({
  groupId,
  storeIds,
}: {
  readonly groupId: string
  readonly storeIds: readonly string[]
}) {
  const words =
    storeIds.length === 1
      ? 'uma loja'
      : storeIds.length > 1
        ? `${storeIds.length} lojas`
        : groupId === 'all'
          ? 'todas as lojas'
          : 'um grupo'
  return { long: words, short: words }
}

/** The words that choose the channel, and a merchant where a store has several. Hidden if there is one channel. */
export function ChannelWords({ minimum }: { readonly minimum: RoleName }) {
  const { stores, channels, platform, merchantId, ready, choice } = useSelection(minimum)
  const shown = ready ? platform : choice.platform
  if (ready && channels.length < 2 && shown === null) return null
  const merchants = merchantsOf(stores)
  const merchant = merchants.find((one) => one.platform === shown && one.merchantId === merchantId)
  return (
    <Word
      label="Mudar canais"
      title="canais"
      before={shown === null || merchant ? 'por' : (withChannel('por', shown).split(' ')[0] ?? 'por')}
      text={shown === null ? 'todos os canais' : (merchant?.label ?? channelName(shown))}
      {...(shown === null ? { tab: 'todos' } : {})}
      atDefault={shown === null}
    >
      {(close) => (
        <ChoiceList
          label="Canais"
          value={merchant ? merchant.key : shown}
          options={[
            { value: null, label: 'Todos os canais' },
            ...channels.flatMap((channel) => [
              { value: channel as string, label: channelName(channel) },
              ...merchants
                .filter((one) => one.platform === channel)
                .map(({ key, label }) => ({ value: key, label, indented: true })),
            ]),
          ]}
          onChoose={(value) => {
            const one = merchants.find(({ key }) => key === value)
            if (one) choose({ platform: one.platform, merchantId: one.merchantId })
            else choose({ platform: channels.find((channel) => channel === value) ?? null })
            close()
          }}
        />
      )}
    </Word>
  )
}

interface Merchant {
  readonly key: string
  readonly label: string
  readonly platform: Platform
  readonly merchantId: string
}

/** Where a store has one merchant in a channel, store and channel choose it already. */
const merchantsOf = (stores: readonly Store[]): readonly Merchant[] =>
  stores.flatMap(({ options }) =>
    options.flatMap(({ platform, id, label, ...option }) => {
      const merchantId = merchantIdOf(option)
      const several = options.filter((other) => other.platform === platform).length > 1
      return merchantId !== null && several ? [{ key: id, label, platform, merchantId }] : []
    }),
  )
