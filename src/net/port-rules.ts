// What answers on these ports is no web server: mail, databases, queues, control planes. They often obey whatever text
// reaches them, and an open one elsewhere must not be fed, nor mail be sent, with us as the sender. The list joins the
// ports that browsers refuse with the unauthenticated services that are attacked this way most.
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1080, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3306, 3389, 3659,
  3690, 4045, 4190, 4369, 5060, 5061, 5432, 5433, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6001, 6379, 6380, 6443,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 7077, 8500, 9042, 9092, 9160, 9200, 9300, 10080, 10250, 10255,
  11211, 15672, 16379, 26379, 27017, 27018, 27019, 28017, 50070, 61616,
])

/**
 * True for a port on which a web server may be met at a public address: 80, 443, and from 1024 up all but the ports of
 * well-known services. Below 1024 everything else belongs to an older protocol (25 mail, 22 shell, 53 names, 445 files).
 */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !SERVICE_PORTS.has(port))
}
