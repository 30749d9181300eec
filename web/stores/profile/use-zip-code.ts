import { useRef, useState } from 'react'
import { readZipCode } from '../../../contract/stores/profile.ts'
import { ask } from '../../api/ask.ts'

const zipCodeFields = ['street', 'district', 'city', 'state'] as const
type Filled = (typeof zipCodeFields)[number]
type Values = Readonly<Record<Filled, string>>

/**
 * Looks up a CEP once it is whole and fills what the person has not typed. `start`: what the form began with,
 * which counts as not typed. Without an answer nothing happens: the person types.
 */
export function useZipCode(start: Values, set: (name: Filled, value: string) => void) {
  const filled = useRef<Values>(start)
  const latest = useRef<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const look = async (typed: string, values: Values): Promise<void> => {
    const zipCode = typed.replaceAll(/\D/g, '')
    latest.current = zipCode
    setNote(null)
    if (zipCode.length !== 8) return
    const place = await ask(readZipCode, { params: { zipCode } }).then(
      (answer) => answer.place,
      () => null,
    )
    if (latest.current !== zipCode) return
    if (!place) {
      setNote('Não achamos este CEP agora. Preencha o endereço à mão.')
      return
    }
    const untouched = zipCodeFields.filter(
      (name) => place[name] !== '' && (values[name].trim() === '' || values[name] === filled.current[name]),
    )
    for (const name of untouched) set(name, place[name])
    filled.current = {
      ...filled.current,
      ...Object.fromEntries(untouched.map((name) => [name, place[name]])),
    }
    setNote('Preenchemos o que faltava pelo CEP. Confira o número.')
  }
  return { look, note }
}
