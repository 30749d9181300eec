import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pick } from 'zod/mini'
import type { StateCode } from '../../contract/shared/brazil.ts'
import type { HouseKind } from '../../contract/stores/house-kinds.ts'
import { services, startFreeTier, type Service } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { consentedTouch } from '../browser/first-touch.ts'
import { useForm } from '../forms/use-form.ts'
import { refreshAccess } from '../identity/session.ts'
import { reopenLive } from '../live/live-stream.ts'
import { PageBar } from '../screens/page-bar.tsx'
import { notify } from '../ui/notices.tsx'
import { AboutStep, about, PlaceStep, place, type About } from './new-store-steps.tsx'
import { useZipCode } from './profile/use-zip-code.ts'
import styles from './new-store-page.module.css'

const aboutBody = ({ name, phone, document, house }: About) => ({
  name,
  phone,
  ...(document.trim() ? { document } : {}),
  ...(house ? { house: house as HouseKind } : {}),
})

/** Creates a free-tier store in two steps: what it is, where it is. Going back loses no input. */
export function NewStorePage() {
  const navigate = useNavigate()
  const [step, setStep] = useState<1 | 2>(1)
  const [key] = useState(() => crypto.randomUUID())
  const [sold, setSold] = useState<readonly Service[]>(services)
  const first = useForm({
    initial: about,
    schema:
      startFreeTier.body &&
      pick(startFreeTier.body, { name: true, phone: true, document: true, house: true }),
    input: aboutBody,
    send: () => {
      setStep(2)
      return Promise.resolve()
    },
  })
  const second = useForm({
    initial: place,
    schema: startFreeTier.body && pick(startFreeTier.body, { address: true }),
    input: ({ complement, state, ...rest }) => ({
      address: { ...rest, state: state as StateCode, ...(complement.trim() ? { complement } : {}) },
    }),
    send: async (input) => {
      const store = await ask(
        startFreeTier,
        { body: { ...aboutBody(first.values), services: [...sold], ...input, ...consentedTouch() } },
        { idempotencyKey: key },
      )
      await refreshAccess()
      reopenLive()
      notify(`${store.name} está no Balcão.`)
      await navigate({ to: '/settings', search: { tab: 'primeiros-passos', store: store.id } })
    },
  })
  const zip = useZipCode(place, (name, value) => second.set(name, value))
  return (
    <>
      <PageBar title="Abrir uma loja" />
      <div className={styles.page}>
        <p className={styles.step} aria-live="polite">
          Passo {step} de 2: {step === 1 ? 'a loja' : 'o endereço'}
        </p>
        {step === 1 ? (
          <AboutStep form={first} sold={sold} onSold={setSold} />
        ) : (
          <PlaceStep form={second} zip={zip} onBack={() => setStep(1)} />
        )}
      </div>
    </>
  )
}
