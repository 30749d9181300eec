import { noAddressParts, readAddress, type AddressParts } from '../../../../contract/delivery/read-address.ts'

const partNames = Object.keys(noAddressParts) as readonly (keyof AddressParts)[]

/**
 * "Rua das Flores 120 apto 3, Vila Mariana", as a customer says it, for the fields of the form: the CEP as `05409-000`,
 * the store's city and state where the line names none.
 */
export function readAddressLine(
  text: string,
  store: { readonly city: string; readonly state: string },
): AddressParts {
  const parts = readAddress(text, noAddressParts, store.city)
  return {
    ...parts,
    zipCode: parts.zipCode.replace(/(?=\d{3}$)/, '-'),
    city: parts.city || store.city,
    state: parts.state || store.state,
  }
}

/** Fills what is empty or what the line filled before; what a person wrote in a field stays. */
export function filledFrom(
  line: AddressParts,
  form: AddressParts,
  before: AddressParts,
): Partial<AddressParts> {
  const free = partNames.filter((name) => form[name].trim() === '' || form[name] === before[name])
  return Object.fromEntries(free.map((name) => [name, line[name]]))
}
