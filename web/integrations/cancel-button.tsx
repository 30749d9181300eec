import { cancelSetup, type ChannelView, type SetupView } from '../../contract/integrations/integrations.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { useStep } from './integrations-data.ts'
import { Refusal } from './refusal.tsx'

export interface SetupProps {
  readonly store: Store
  readonly channel: ChannelView
  readonly setup: SetupView
}

/** Before the connection it leaves nothing; afterwards it undoes it. */
export function CancelButton({
  store,
  channel,
  setup,
  label = 'Cancelar',
}: SetupProps & { readonly label?: string }) {
  const step = useStep()
  const query = { type: channel.type, version: String(setup.version) }
  return (
    <>
      <Button
        variant="ghost"
        busy={step.isBusy('cancel')}
        onClick={() => void step.run('cancel', () => ask(cancelSetup, { query }, { storeId: store.id }))}
      >
        {label}
      </Button>
      <Refusal text={step.refusal} />
    </>
  )
}
