import { useId, useState } from 'react'
import { logoBytesLimit, saveStoreLogo, type StoreProfile } from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './profile-tab.module.css'

/** The logo is saved as soon as it is chosen: a picture has no draft. */
export function LogoField({
  store,
  profile,
  onSaved,
}: {
  readonly store: Store
  readonly profile: StoreProfile
  readonly onSaved: () => Promise<void>
}) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (logo: string | null) => {
    setBusy(true)
    setProblem(null)
    try {
      await ask(saveStoreLogo, { body: { logo, version: profile.version } }, { storeId: store.id })
      notify(logo ? 'A marca está salva.' : 'A loja está sem marca.')
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setProblem(detail?.message ?? errorSentence(error))
    }
    await onSaved()
    setBusy(false)
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type))
      setProblem('Escolha um PNG, JPEG ou WebP.')
    else if (file.size > logoBytesLimit) setProblem('A imagem pode ter até 2\u00a0MB.')
    else await save(await dataUrlOf(file))
  }
  return (
    <Row gap={16} className={styles.logo}>
      {profile.logo ? (
        <img src={profile.logo} alt={`Marca de ${store.name}`} width={72} height={72} />
      ) : (
        <span className={styles.noLogo}>
          <Icon name="shop" size={28} />
        </span>
      )}
      <div>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          disabled={busy}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        <label htmlFor={id}>
          {busy
            ? 'Salvando a marca…'
            : profile.logo
              ? 'Trocar a imagem da marca'
              : 'Escolher a imagem da marca'}
        </label>
        <p id={`${id}-more`} className={problem ? styles.problem : styles.note} aria-live="polite">
          {problem ?? 'PNG, JPEG ou WebP, até 2\u00a0MB.'}
        </p>
      </div>
      {profile.logo ? (
        <Button
          variant="ghost"
          icon="close"
          busy={busy}
          aria-label="Tirar a marca"
          onClick={() => void save(null)}
        />
      ) : null}
    </Row>
  )
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
