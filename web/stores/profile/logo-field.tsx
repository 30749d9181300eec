import { useId } from 'react'
import { logoBytesLimit, saveStoreLogo, type StoreProfile } from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useSending } from '../../forms/use-sending.ts'
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
  const { busy, refusal, problems, send, reject } = useSending()
  const problem = Object.values(problems)[0] ?? refusal
  const save = async (logo: string | null) => {
    try {
      await ask(saveStoreLogo, { body: { logo, version: profile.version } }, { storeId: store.id })
      notify(logo ? 'A marca está salva.' : 'A loja está sem marca.')
    } finally {
      await onSaved()
    }
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type))
      reject({ logo: 'Escolha um PNG, JPEG ou WebP.' })
    else if (file.size > logoBytesLimit) reject({ logo: 'A imagem pode ter até 2\u00a0MB.' })
    else void send(async () => save(await dataUrlOf(file)), isLogo)
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
            choose(event.target.files?.[0])
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
          onClick={() => void send(() => save(null), isLogo)}
        />
      ) : null}
    </Row>
  )
}

const isLogo = (name: string): boolean => name === 'logo'

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
