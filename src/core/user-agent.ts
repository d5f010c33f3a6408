/** How this service names itself to whoever it fetches from; some large hosts refuse a request without a name. */
export const USER_AGENT = 'mediagen/0.1.0'
