export interface TeamStore {
  readonly id: string
  readonly name: string
}
