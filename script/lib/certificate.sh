# The development certificate: for localhost, signed by itself, so a browser asks once whether to
# trust it. In production nginx is given a real one.

make_certificate() {
    local key=$DATA/tls/key.pem certificate=$DATA/tls/certificate.pem month=$((30 * 24 * 60 * 60))
    if [[ -s $key ]] && openssl x509 -in "$certificate" -noout -checkend "$month" >/dev/null 2>&1; then
        return
    fi
    say "making a development certificate for localhost"
    # 397 days is the longest that browsers take. The key is written first, and as the account,
    # so that it is never readable to others.
    as_account openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -sha256 \
        -days 397 -subj '/CN=Jadwal development' \
        -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1' \
        -addext 'keyUsage=critical,digitalSignature' -addext 'extendedKeyUsage=serverAuth' \
        -addext 'basicConstraints=critical,CA:FALSE' \
        -keyout "$key" -out "$certificate" 2>"$DATA/run/openssl.out" || {
        last_lines "$DATA/run/openssl.out"
        give_up "openssl could not make the certificate."
    }
}
