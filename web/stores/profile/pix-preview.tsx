import { brCode, pixKeyOf, type PixKeyKind } from '../../../contract/stores/br-code.ts'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './profile-tab.module.css'

const kindNames: Readonly<Record<PixKeyKind, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'telefone',
  email: 'e-mail',
  random: 'chave aleatória',
}

/** The code that a customer scans to pay this key; the customer types the amount. */
export function PixPreview({
  typed,
  name,
  city,
}: {
  readonly typed: string
  readonly name: string
  readonly city: string
}) {
  const found = pixKeyOf(typed)
  if (!found)
    return typed.trim() === '' ? (
      <Muted size={4}>Com a chave, o QR Code da loja aparece aqui: o cliente lê e digita o valor.</Muted>
    ) : null
  const text = brCode({ key: found.key, name, city })
  return (
    <div className={styles.pix}>
      <QrCode text={text} label={`QR Code do Pix de ${name}, sem valor`} />
      <div>
        <p>
          <b>Chave do tipo {kindNames[found.kind]}.</b> Leia com o aplicativo do seu banco e confira o nome
          antes de salvar. O cliente digita o valor.
        </p>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => notify('O código está copiado.'),
              () => notify('O navegador não deixou copiar. Abra o código e selecione.', 'bad'),
            )
          }
        >
          Copiar o código
        </Button>
        <details>
          <summary>Ver o código</summary>
          <code className={styles.code}>{text}</code>
        </details>
      </div>
    </div>
  )
}
