import type { RoleName } from '../../contract/shared/access.ts'
import { Sentence } from '../ui/sentence/sentence.tsx'
import { ChannelWords, StoreWords } from './store-words.tsx'

/** Stores and channel of a screen whose sentence has no other words. */
export function SelectionPicker({
  minimum,
  channels = true,
}: {
  readonly minimum: RoleName
  readonly channels?: boolean
}) {
  return (
    <Sentence title="Lojas" see="Ver estas lojas">
      <StoreWords minimum={minimum} before="" />
      {channels ? <ChannelWords minimum={minimum} /> : null}
    </Sentence>
  )
}
