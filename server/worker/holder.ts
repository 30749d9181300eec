/** Of a lease: this process. */
export const holder = `${process.pid}-${Math.random().toString(36).slice(2)}`
