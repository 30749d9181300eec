/** The IANA zone of this device. */
export const deviceZone = (): string => (device ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
let device: string | undefined
