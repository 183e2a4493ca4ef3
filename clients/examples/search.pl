#!/usr/bin/env perl
# Searches for the words in its arguments and prints two pages of results. Needs only Perl and its core modules.
use strict;
use warnings;
use IPC::Open2 qw(open2);
use JSON::PP qw(encode_json decode_json);

open2(my $output, my $input, $ENV{SEEKLINE} // 'seekline');
$input->autoflush;
binmode $_, ':encoding(UTF-8)' for *STDOUT, *STDERR;
my @found;
# Text from a server must not control the terminal.
sub plain { $_[0] =~ s/[\x00-\x1f\x7f-\x9f]/\x{fffd}/gr }

# Sends a request, and reads until everything that follows from it has been reported.
sub call {
    my ($request, %given) = @_;
    my $state;
    for my $call ({ id => 1, method => $request, params => \%given }, { id => 2, method => 'getState' }) {
        print $input encode_json({ jsonrpc => '2.0', %$call }), "\n";
    }
    while (my $line = <$output>) {
        my $message = decode_json($line);
        my ($method, $params) = ($message->{method} // '', $message->{params});
        if ($method eq 'items') {
            @found = (@found[0 .. $params->{from} - 1], @{ $params->{items} });
        } elsif ($method eq 'error') {
            die plain($params->{message}), "\n";
        } elsif (($message->{id} // 0) == 2 || ($state && $method eq 'loading')) {
            $state = $params // $message->{result};
            return if !$state->{loading} && !defined $state->{pending};
        }
    }
    die "the engine has ended\n";
}

call('submit', query => join ' ', map { utf8::decode($_); $_ } @ARGV);
call('reachedBottom');
print plain($_->{id}), "\t", plain($_->{title}), "\n" for @found;
